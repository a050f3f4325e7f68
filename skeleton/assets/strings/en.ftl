# The texts of the game in English. Each key has a counterpart in zh-CN.ftl; the tool `check` lists the missing ones.

language-name = English
back = Back

skip-hint = { $device ->
    [pad] Press A to skip
    [touch] Tap to skip
   *[keyboard] Press Enter or click to skip
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
controls-hint = Choose an action, then press its new key.
controls-reset = Defaults
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
    [pad] Left stick: move  Start: pause
    [touch] The stick, or hold the destination: move
   *[keyboard] Arrows, or hold the mouse: move  Esc: pause
}
game-won = { $device ->
    [pad] All are home. A: play again
    [touch] All are home. Tap: play again
   *[keyboard] All are home. Enter or click: play again
}

pause-title = Paused
pause-resume = Resume
pause-leave = Main menu

loading-stalled = Nothing arrives any more. Press Enter, A or the screen to try again.

failure-title = Loading failed
failure-retry = Try again
failure-menu = Main menu
failure-quit = Quit
