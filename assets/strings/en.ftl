# The texts of the game in English. Every key here has a counterpart in zh-CN.ftl;
# `cargo run -- check` lists the missing ones.

game-subtitle = Keep the light burning

logo-made-with = made with Proscenium
skip-hint = { $device ->
    [pad] Press { $accept } to skip
    [touch] Tap to skip
   *[other] Press { $accept } or click to skip
}

trailer-1 = At the edge of the map, one light still burns.
trailer-2 = Someone has to keep it burning.
trailer-3 = You have just been hired.

menu-new-game = New game
menu-continue = Continue
menu-settings = Settings
menu-credits = Credits
menu-quit = Quit

new-game-question = Start a new game? Its first wave replaces the autosave.
new-game-yes = New game

quit-question = Quit the game?
quit-yes = Quit

question-cancel = Cancel

settings-title = Settings
language-name = English
settings-language = Language
settings-tab = Page
settings-game = Game
settings-audio = Sound
settings-master = All sounds
settings-music = Music
settings-effects = Effects
settings-voices = Voices
settings-video = Picture
settings-fullscreen = Fullscreen
settings-whole-pixels = Whole pixels
settings-pause-unfocused = Pause in background
settings-vsync = Vertical sync
settings-restart = Takes effect at the next start.
settings-text-size = Text size
settings-times = ×{ $factor }
settings-contrast = High contrast
settings-reduced-motion = Reduced motion
settings-difficulty = Difficulty (next level)
settings-easy = Easy
settings-normal = Normal
settings-hard = Hard
settings-layout = Layout of keys
settings-arrows = Arrows and letters
settings-wasd = W A S D and digits
settings-dead-zone = Dead zone of sticks
settings-controls = Controls
settings-save = Save and close
settings-on = On
settings-off = Off
settings-question = Save changes?
settings-keep = Save
settings-discard = Discard
settings-not-saved = Could not save the settings: { $cause }

controls-title = Controls
controls-device = Device
controls-keys = Keys and mouse
controls-pad = Pad
controls-reset = Restore defaults
controls-hint = { $device ->
    [pad] Choose an action to change its buttons
   *[keyboard] Choose an action to change its keys
}
controls-press = { $device ->
    [pad] { $action }: press a button of the pad to add or remove it
   *[keyboard] { $action }: press a key to add or remove it
}
controls-needed = { $device ->
    [pad] { $action } has no other button
   *[keyboard] { $action } has no other key
}
controls-full = { $device ->
    [pad] { $action } has four buttons; press one of them to remove it
   *[keyboard] { $action } has four keys; press one of them to remove it
}
controls-moved = { $device ->
    [pad] { $control } is no longer a button for: { $action }
   *[keyboard] { $control } is no longer a key for: { $action }
}
controls-taken = { $device ->
    [pad] { $control } is the only button for: { $action }
   *[keyboard] { $control } is the only key for: { $action }
}
back = Back
control-space = Space
control-left = L { $name }
control-right = R { $name }
control-keypad = Keypad { $name }
control-pad = Pad { $name }
control-left-stick = Left stick { $name }
control-right-stick = Right stick { $name }
control-mouse-left = Left click
control-mouse-right = Right click
control-mouse-middle = Middle click
action-up = Up
action-down = Down
action-left = Left
action-right = Right
action-accept = Accept
action-cancel = Back
action-pause = Pause
action-jump = Jump
action-run = Run
action-strike = Attack
action-read = Read
action-select_all = Select all
action-attack = Attack order
action-patrol = Patrol order
action-stop = Stop order
action-call = Call the next wave
action-bestiary = Bestiary

credits-title = Credits
credits-text =
    Proscenium is a framework for games: screens, transitions, loading, state machines.

    Based on "Polymorphic state machine" by Pan Hong.
    Code, art, audio, levels: Proscenium project.
    Font: GNU Unifont. Window and graphics: macroquad.
credits-back = Back

pause-title = Paused
pause-resume = Resume
pause-settings = Settings
pause-leave = Main menu
pause-save = Save
pause-bestiary = Bestiary
pause-restart = Restart the level
pause-quit = Quit

leave-question = Leave without saving?
leave-save = Save
leave-yes = Leave

save-title = Save
save-name = Name
save-back = Back
save-done = Saved: { $date }
save-failed = Could not save: { $cause }
save-question = Overwrite this game?
save-overwrite = Overwrite

saves-autosave = Autosave
saves-slot = Slot { $number }
saves-wave = wave { $wave }
saves-empty = Empty
autosave-failed = The run could not be saved at the start of this wave.

loading-title = Setting the stage
loading-texts = Texts
loading-letters = Letters
loading-colors = Colors
loading-menus = Menus
loading-pictures = Pictures
loading-film = The film
loading-ground = Walls and ground
loading-figures = Figures
loading-rules = The rules
loading-hero = The hero
loading-marines = The marines
loading-monsters = The monsters
loading-hens = The hens
loading-sounds = Sounds
loading-music = Music
loading-map = The map
loading-plan = The course of the night
loading-tip-light = In the light of the beacon the hero gets well again.
loading-tip-attack = With an attack order marines fight whatever is on their way.
loading-tip-fallen = A hero who has fallen gets up when a marine stands beside him.
loading-tip-patrol = Marines on patrol walk to and fro, and shoot at what comes.
loading-tip-jump = Jump again in the air: fences and narrow streams stop nobody.
loading-tip-call = Ready early? Call the next wave yourself: that gives points.
loading-tip-signs = Read the signs before the first wave comes. Some even help.
loading-tip-save = The run is saved by itself at the start of each wave.
loading-tip-bestiary = The bestiary says what each monster does, and how to beat it.
loading-cancel = { $device ->
    [pad] { $cancel }: back to the main menu
    [touch] Tap here: back to the main menu
   *[other] { $cancel }: back to the main menu
}
loading-left = about { $seconds } s left
loading-slow = This takes longer than usual
loading-stalled = Nothing arrives any more
loading-retry = { $device ->
    [pad] Press { $accept } to try again
    [touch] Tap to try again
   *[other] Press { $accept } or click to try again
}
loading-quit = { $device ->
    [pad] { $cancel }: quit
    [touch] Tap here: quit
   *[other] { $cancel }: quit
}

failure-title = Loading failed
failure-retry = Try again
failure-menu = Main menu
failure-quit = Quit

hud-squad = squad
hud-selected = picked
hud-wave = wave
hud-monsters = foes
hud-score = points
hud-pause = { action-pause } ({ $pause })
hud-select_all = { action-select_all } ({ $select_all })
hud-attack = { action-attack } ({ $attack })
hud-patrol = { action-patrol } ({ $patrol })
hud-stop = { action-stop } ({ $stop })
hud-jump = { action-jump } ({ $jump })
hud-call = { action-call } ({ $call })
hint-controls = { $device ->
    [pad] Left stick: move  { $jump }: jump  { $strike }: attack  { $select_all }: select all  { $attack }: call  { $pause }: pause
    [touch] Left: move  Right: attack and jump  Tap a marine: select it
   *[other] { $up }{ $left }{ $down }{ $right }: move  { $run }: run  { $jump }: jump  { $strike }: attack  { $select_all }: select all  { $pause }: pause
}
aim-attack = { $device ->
    [pad] Click to attack-move
    [touch] Tap to attack-move
   *[other] Click to attack-move
}
aim-patrol = { $device ->
    [pad] Click to set a patrol point
    [touch] Tap to set a patrol point
   *[other] Click to set a patrol point
}
hint-calm = { $device ->
    [pad] Next wave in { $seconds } s   { $call }: call it now, for points
    [touch] Next wave in { $seconds } s   Tap the horn: call it now, for points
   *[other] Next wave in { $seconds } s   { $call }: call it now, for points
}
lesson-walk = { $device ->
    [pad] Left stick: walk
    [touch] Touch the ground on the left and drag: walk
   *[other] { $up }{ $left }{ $down }{ $right }, or right-click: walk
}
lesson-layout = { $device ->
    [pad] Left stick: walk
    [touch] Touch the ground on the left and drag: walk
   *[other] { $up }{ $left }{ $down }{ $right }, W A S D or right-click: walk
}
layout-arrows = { settings-layout }: { settings-arrows }. Change it in { menu-settings }.
layout-wasd = { settings-layout }: { settings-wasd }. Change it in { menu-settings }.
lesson-strike = { $device ->
    [pad] Walk to the straw man, and press { $strike } to strike it
    [touch] Walk to the straw man, and tap the crossed swords on the right to strike it
   *[other] Walk to the straw man, and press { $strike } or right-click it to strike
}
lesson-leap = { $device ->
    [pad] { $jump }: leap; twice leaps higher
    [touch] The boot on the right: leap; twice leaps higher
   *[other] { $jump }: leap; twice leaps higher
}
lesson-ember = The wave has left an ember. Walk over it: the beacon burns brighter
lesson-help = Stand beside a marine. If you fall, one beside you helps you up
lesson-read = { $device ->
    [pad] Walk to a sign, and press { $read } to read it
    [touch] Walk to a sign, and tap it
   *[other] Walk to a sign, and press { $read } or click it
}
lesson-select = { $device ->
    [pad] { $select_all }: select your marines
    [touch] Tap a marine, or the marines on the right: select
   *[other] Drag a box around marines, or press { $select_all }: select them
}
lesson-send = { $device ->
    [pad] { $attack }: call your marines
    [touch] Tap the ground: send your marines
   *[other] Right-click the ground: send your marines there
}
lesson-attack = { $device ->
    [pad] { $attack }: call your marines to you
    [touch] Tap the sword on the right, then the ground: attack there
   *[other] { $attack }, then click the ground: your marines attack on the way there
}
lesson-count = { $device ->
    [touch] { $number } of { $of }   Horn: skip
   *[other] { $number } of { $of }   { $call }: skip
}
lesson-offer = { $device ->
    [pad] { $read }: lessons
    [touch] Tap here: lessons
   *[other] { $read } or click here: lessons
}
hint-read = { $device ->
    [pad] Press { $read } to read
    [touch] Tap the sign to read
   *[other] Press { $read } or click the sign to read
}

level-outpost = The outpost
level-ford = The ford
level-theatre = The open-air stage

continue-title = Select level
continue-locked = { $level }: locked
continue-best = best { $time }
continue-back = Back
delete-choose = Delete a saved game
delete-title = Delete which?
delete-question = Delete this saved game?
delete-yes = Delete

ended-won = The light still burns
ended-won-text = The outpost has held.
ended-lost = Darkness
ended-lost-text = The beacon has gone out.
ended-fallen-text = The squad has fallen. The light will not last.
ended-lost-tip = Try: before a wave, order an attack to where the monsters come from.
ended-fallen-tip = Try: rest in the light between waves, a marine near the hero.
ended-finale-text = The night is over, and the light has outlasted it. The stage is yours.
ended-next = Next level
ended-from-wave = From wave { $wave }
ended-credits = Credits
ended-again = Play again
ended-leave = Main menu
ended-score = Score
ended-kills = Monsters defeated
ended-losses = Marines lost
ended-hens = Hens alive
ended-time = Time
ended-best = Best time
ended-wave = Wave

bestiary-hero = The hero
bestiary-imp = Imps
bestiary-brute = Brutes
bestiary-witch = Witches
bestiary-does = What they do
bestiary-when = When
bestiary-beat = How to beat them
bestiary-use = Make the most of them
bestiary-hero-does = He walks, runs, leaps twice, and strikes with his staff. A blow out of the air hurts twice as much and throws monsters up.
bestiary-hero-when = At your command. Nothing hits him high in a leap. In the light he gets well; fallen, he gets up when a marine stands by him.
bestiary-hero-use = Leap when a heavy blow is coming, and strike on the way down. Stay near the marines.
bestiary-marine-does = They shoot at what they see, and hunt it for a while. Then they go on with their order, or back to their post.
bestiary-marine-when = On a plain move they fight nobody. With an attack order, on patrol and at their post they fight whatever comes.
bestiary-marine-use = Post them side by side between the rifts and the beacon. In its light they get well again.
bestiary-imp-does = Small, quick, and many. They bite whoever is near, and the beacon.
bestiary-imp-when = In nearly every wave. They make for the beacon, and turn on whoever they see. Hungry ones chase hens.
bestiary-imp-beat = A few shots stop one. Meet them with a line of marines, and strike into the crowd: the staff hits all around.
bestiary-brute-does = Large and slow. A blow throws its target back, and leaves a marine dazed.
bestiary-brute-when = From the middle of the night on. They draw back for half a second before they strike.
bestiary-brute-beat = Shoot early: they are slow to arrive. Up close, leap when they draw back, and strike from above.
bestiary-witch-does = They float at a distance and throw bolts, which burst and hurt all who stand close together. When they find prey, they call the monsters near them.
bestiary-witch-when = In late waves, behind the others. After each bolt they need a moment for the next.
bestiary-witch-beat = Go for them first, they can take little. Send marines with an attack order, or run up between two bolts.
bestiary-mood-does = Each monster has a mood. An angry one is faster and hits harder; its color shows it.
bestiary-mood-when = The sight of you annoys it, and each hit makes it angrier. Out of sight, or fed, it calms down.
bestiary-mood-beat = Finish one before you begin with the next. Do not wound many and leave them.
bestiary-hen-does = They peck, walk about, and run from the hero and from monsters.
bestiary-hen-when = Hungry monsters leave their way for a hen. That wins you time, and costs a hen.
bestiary-hen-use = Those alive in the end are counted. Keep the fight away from them, and do not chase them.
bestiary-machine = Its machine
bestiary-words = In words
bestiary-runner = The hero
bestiary-marine = Marines
bestiary-monster = Monsters
bestiary-mood = Monster moods
bestiary-hen = Hens
bestiary-any = * any state
bestiary-table = table
bestiary-pushdown = pushdown
bestiary-hierarchy = hierarchy
bestiary-template = template
bestiary-about-table = A table: for each state and event it lists the next state.
bestiary-about-pushdown = A stack: a state pushed on top (↑) is popped when done (↓), and the state below resumes.
bestiary-about-hierarchy = A hierarchy: of all active triggers [ ], the one with the highest level wins.
bestiary-about-template = A template, shared by all units of a kind. Events a state ignores bubble to its parent.
bestiary-previous = Previous
bestiary-back = Back
bestiary-next = Next

inspector-none = none
inspector-routes = { $count } queued path searches
inspector-gone = gone
inspector-on = on { $state }
inspector-health = health { $now } of { $full }
inspector-mood = mood { $mood }
inspector-messages = messages: { $list }
inspector-timeout-in = { $state } timeout in { $time } s
inspector-leave-in = { $state } may leave in { $time } s
inspector-call-in = { $state } next call in { $time } s
inspector-for = for { $time } s
inspector-for-more = for { $time } s or more
inspector-ago = { $time } s ago
inspector-trigger = trigger
inspector-timeout = timeout
inspector-taken = taken
inspector-false = no, { $guard } is false
inspector-held = no, { $guard } does not let it go
inspector-too-early = no, too early
inspector-not-handled = no, not handled
inspector-failed = no, failed
inspector-no-row = no row for it
unit-hero = hero
unit-marine = marine
unit-imp = imp
unit-brute = brute
unit-witch = witch
unit-hen = hen

rules-start = Keep the beacon lit. If it goes out, or all of us fall, the outpost is lost.
hero-ember = An ember! If I carry it off, the beacon burns brighter.
warn-beacon = The beacon is failing! Everyone, back to the light!
warn-hero = The hero is down! Somebody stand beside him, and he gets up again.
warn-squad = I am alone now. If I fall, the outpost falls with me.

outpost-first = Something moves beyond the stream. Marines, to the gate!
outpost-second = They come from both sides now. Do not let them near the beacon.
outpost-third = A large one. It has the grace of a wardrobe, and the same weight.
outpost-fourth = Two from the reserve. They were playing cards, and they were losing.
outpost-last = Put out your little light. It hurts my eyes.

ford-first = Two bridges, one of me. Whoever built this had no head for staging.
ford-second = The south bridge! They are changing the scenery behind our backs.
ford-third = Reserve on stage! Two marines, slightly wet.
ford-fourth = Both bridges at once. A double bill, and nobody asked for either.
ford-fifth = I have read your play. You do not appear in the last act.
ford-last = Everything they have left is coming. So is our applause. Hold!

theatre-first = A full house tonight. Nobody has paid, though.
theatre-second = From the stage door as well! Mind the seats, they are reserved.
theatre-third = Your understudies, hero. I hope they know their lines.
theatre-fourth = Three entrances, and they use them all. At last someone who can act.
theatre-fifth = Boo. That is all the critics have to say.
theatre-sixth = The chorus, at your service. Where do you want us to die?
theatre-last = Now the curtain falls, and it falls on you.

sign-start = Welcome to the outpost. Have a look around before night falls.
sign-welcome = Outpost No. 7. Visitors wipe their boots. Monsters too.
sign-well = The well. Coins go in, wishes do not come out.
sign-gate = Beyond this gate the map is honest work.
sign-stream = The stream. Bridge out of order since the last flood. It holds anyway.
sign-ford-start = The ford. Everything here exists twice, except the beacon.
sign-ford-camp = Please leave by the gates. The gap in the fence is for those who jump.
sign-ford-crates = Mind the stream: narrow enough for one good leap, wet enough for one bad one.
sign-ford-bank = You have crossed without a bridge. The bridge keeper would like a word.
sign-ford-bank-again = The bridge keeper would still like that word.
sign-ford-bridge = South bridge. At most one brute at a time. Brutes cannot read, so please count.
sign-theatre-start = The last stage before the dark. Break a leg, preferably theirs.
sign-theatre-stage = Tonight: "The Four Marines". A tragedy, or a comedy. Depends on you.
sign-theatre-door = Stage door. Artists and monsters only.
sign-theatre-bridge = Late arrivals wait here until the first wave is over.
sign-theatre-island = Private island. Leap twice to get here; nobody knows how to leave.
sign-theatre-island-again = You again. The hens said that you would come back.
