# The texts of the game in English. The tool `check` lists the keys that another language does not have.

language-name = English
back = Back

skip-hint = { $device ->
    [pad] Press { $accept } to skip
    [touch] Tap to skip
   *[keyboard] Press { $accept } or click to skip
}

trailer-1 = Five sheep, one pen.
trailer-2 = It was quiet until you came.

menu-new-game = New game
menu-quit = Quit

settings-title = Settings
settings-language = Language
settings-master = All sounds
settings-music = Music
settings-effects = Effects
settings-text-size = Text size
settings-fullscreen = Full screen
settings-on = On
settings-off = Off
settings-not-saved = Could not save the settings: { $cause }

controls-title = Controls
controls-device = Device
controls-keys = Keys and mouse
controls-pad = Pad
controls-reset = Defaults
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

credits-title = Credits
credits-text =
    A game made with Proscenium.

    Font: GNU Unifont. Window and graphics: macroquad.

game-home = { $home } of { $all } in the pen, { $seconds } s
game-hint = { $device ->
    [pad] Left stick: move  { $pause }: pause
    [touch] The stick, or hold the destination: move
   *[keyboard] { $left }{ $up }{ $down }{ $right }, or hold the mouse: move  { $pause }: pause
}
game-won = { $device ->
    [pad] All are home. { $accept }: play again
    [touch] All are home. Tap: play again
   *[keyboard] All are home. { $accept } or click: play again
}

pause-title = Paused
pause-resume = Resume
pause-leave = Main menu

loading-stalled = { $device ->
    [pad] Nothing arrives any more. Press { $accept } to try again.
    [touch] Nothing arrives any more. Tap to try again.
   *[keyboard] Nothing arrives any more. Press { $accept } or click to try again.
}

failure-title = Loading failed
failure-retry = Try again
failure-menu = Main menu
failure-quit = Quit
