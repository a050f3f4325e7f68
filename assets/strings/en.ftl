# The texts of the game in English. Every key here has a counterpart in zh-CN.ftl;
# `proscenium check` lists those that are missing.

game-title = Last Outpost
game-subtitle = a game to fork

logo-presents = presents
skip-hint = Enter or click to skip

trailer-1 = At the edge of the map, one light still burns.
trailer-2 = Somebody has to keep it.
trailer-3 = You have just been hired.

menu-new-game = New game
menu-settings = Settings
menu-credits = Credits
menu-quit = Quit

quit-question = Leave the game?
quit-yes = Quit
quit-no = Stay

settings-title = Settings
settings-language = Language
settings-music = Music
settings-effects = Effects
settings-fullscreen = Full screen
settings-reduced-motion = Reduced motion
settings-save = Save and go back
settings-on = on
settings-off = off
settings-question = Keep the changes?
settings-keep = Keep them
settings-discard = Discard them
settings-not-saved = The settings could not be saved: { $cause }

credits-title = Credits
credits-text =
    Proscenium is a stage for games: it keeps the screens, changes the scenery and stays out of the play.

    Design after "Polymorphic state machine" by Pan Hong.
    Code, pictures and level by the Proscenium project.
    Letters: GNU Unifont. Window and drawing: macroquad.
credits-back = Back

pause-title = Paused
pause-resume = Resume
pause-settings = Settings
pause-leave = Leave to menu

loading-title = Setting the stage

failure-title = The show cannot go on
failure-retry = Try again
failure-menu = Main menu
failure-quit = Quit

hint-controls = Arrows: walk  Shift: run  Space: jump  E: strike  Q: all marines  Esc: pause
aim-attack = Click where the marines shall fight
aim-patrol = Click where the marines shall patrol to
hint-read = Enter or a click on the sign: read

level-outpost = The outpost

continue-title = Continue
continue-locked = not reached yet
continue-back = Back

ended-won = The light still burns
ended-won-text = The outpost has held out.
ended-lost = Darkness
ended-lost-text = The beacon is out. The show is not over, though.
ended-next = Next level
ended-again = Play it again
ended-leave = Leave to menu
ended-score = Score
ended-kills = Monsters driven off
ended-losses = Marines lost
ended-hens = Hens left
ended-time = Time

bestiary-hero = The hero
bestiary-marine = Marines
bestiary-monster = Monsters
bestiary-mood = A monster's mood
bestiary-hen = Hens
bestiary-before = Before
bestiary-back = Back
bestiary-after = After

outpost-first = Something moves beyond the stream. Marines, to the gate!
outpost-second = They come from both sides now. Do not let them near the beacon.
outpost-third = Put out your little light. It hurts my eyes.

sign-start = Welcome to the outpost. Have a look around before night falls.
sign-welcome = Outpost No. 7. Visitors wipe their boots. Monsters too.
sign-well = The well. Coins go in, wishes do not come out.
sign-gate = Beyond this gate the map is honest work.
sign-stream = The stream. Bridge out of order since the last flood; it holds anyway.
