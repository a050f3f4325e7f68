# 游戏的简体中文文本。工具 `check` 会列出其他语言中缺少的条目。

language-name = 简体中文
back = 返回

skip-hint = { $device ->
    [pad] 按 { $accept } 键跳过
    [touch] 轻触跳过
   *[keyboard] 按 { $accept } 或点击跳过
}

trailer-1 = 五只羊，一个羊圈。
trailer-2 = 你来之前，这里一直很安静。

menu-new-game = 新游戏
menu-quit = 退出

settings-title = 设置
settings-language = 语言
settings-master = 总音量
settings-music = 音乐
settings-effects = 音效
settings-text-size = 文字大小
settings-fullscreen = 全屏
settings-on = 开
settings-off = 关
settings-not-saved = 无法保存设置：{ $cause }

controls-title = 按键设置
controls-device = 设备
controls-keys = 键盘与鼠标
controls-pad = 手柄
controls-reset = 恢复默认
controls-hint = { $device ->
    [pad] 选择一个动作，修改它的手柄键
   *[keyboard] 选择一个动作，修改它的按键
}
controls-press = { $device ->
    [pad] { $action }：按手柄上的一个键，添加或移除它
   *[keyboard] { $action }：按一个键，添加或移除它
}
controls-needed = { $device ->
    [pad] “{ $action }”没有别的手柄键
   *[keyboard] “{ $action }”没有别的键
}
controls-full = { $device ->
    [pad] { $action }已有四个按键；先移除其中一个
   *[keyboard] { $action }已有四个键；先移除其中一个
}
controls-moved = { $device ->
    [pad] { $control } 不再用于：{ $action }
   *[keyboard] { $control } 不再用于：{ $action }
}
controls-taken = { $device ->
    [pad] { $control } 是“{ $action }”唯一的手柄键
   *[keyboard] { $control } 是“{ $action }”唯一的键
}
control-space = 空格
control-left = 左 { $name }
control-right = 右 { $name }
control-keypad = 小键盘 { $name }
control-pad = 十字键 { $name }
control-left-stick = 左摇杆 { $name }
control-right-stick = 右摇杆 { $name }
control-mouse-left = 鼠标左键
control-mouse-right = 鼠标右键
control-mouse-middle = 鼠标中键
action-up = 上
action-down = 下
action-left = 左
action-right = 右
action-accept = 确定
action-cancel = 返回
action-pause = 暂停

credits-title = 制作人员
credits-text =
    本游戏使用 Proscenium 制作。

    字体：GNU Unifont。窗口与图形：macroquad。

game-home = 羊圈里有 { $home } 只，共 { $all } 只，{ $seconds } 秒
game-hint = { $device ->
    [pad] 左摇杆：移动  { $pause }：暂停
    [touch] 用摇杆移动，或按住目的地
   *[keyboard] { $left }{ $up }{ $down }{ $right } 或按住鼠标：移动  { $pause }：暂停
}
game-won = { $device ->
    [pad] 全都回来了。按 { $accept } 键再玩一次
    [touch] 全都回来了。轻触再玩一次
   *[keyboard] 全都回来了。按 { $accept } 或点击再玩一次
}

pause-title = 暂停
pause-resume = 继续
pause-leave = 返回主菜单

loading-stalled = { $device ->
    [pad] 没有收到任何数据。按 { $accept } 键重试。
    [touch] 没有收到任何数据。轻触重试。
   *[keyboard] 没有收到任何数据。按 { $accept } 或点击重试。
}

failure-title = 加载失败
failure-retry = 重试
failure-menu = 返回主菜单
failure-quit = 退出
