# 游戏的简体中文文本。每个键在 en.ftl 中都有对应的条目;
# 用 `cargo run -- check` 可以列出缺少的条目。

game-subtitle = 守住这盏灯

logo-made-with = 使用 Proscenium 制作
skip-hint = { $device ->
    [pad] 按 { $accept } 跳过
    [touch] 轻触跳过
   *[other] 按 { $accept } 或点击跳过
}

trailer-1 = 在地图的边缘，还亮着一盏灯。
trailer-2 = 总得有人守着它。
trailer-3 = 而你刚刚受雇。

menu-new-game = 新游戏
menu-continue = 继续
menu-settings = 设置
menu-credits = 制作人员
menu-quit = 退出

new-game-question = 开始新游戏？它的第一波会覆盖自动存档。
new-game-yes = 新游戏

quit-question = 退出游戏？
quit-yes = 退出

question-cancel = 取消

settings-title = 设置
language-name = 简体中文
settings-language = 语言
settings-tab = 页面
settings-game = 游戏
settings-audio = 声音
settings-master = 总音量
settings-music = 音乐
settings-effects = 音效
settings-voices = 语音
settings-video = 画面
settings-fullscreen = 全屏
settings-whole-pixels = 整数倍像素
settings-pause-unfocused = 失去焦点时暂停
settings-vsync = 垂直同步
settings-restart = 下次启动时生效。
settings-text-size = 文字大小
settings-times = ×{ $factor }
settings-contrast = 高对比度
settings-reduced-motion = 减弱动态效果
settings-difficulty = 难度（下一关起）
settings-easy = 简单
settings-normal = 普通
settings-hard = 困难
settings-layout = 键位
settings-arrows = 方向键与字母
settings-wasd = W A S D 与数字
settings-dead-zone = 摇杆死区
settings-controls = 操作
settings-save = 保存并关闭
settings-on = 开
settings-off = 关
settings-question = 保存更改？
settings-keep = 保存
settings-discard = 放弃更改
settings-not-saved = 无法保存设置：{ $cause }

controls-title = 操作
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
back = 返回
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
action-up = 向上
action-down = 向下
action-left = 向左
action-right = 向右
action-accept = 确定
action-cancel = 返回
action-pause = 暂停
action-jump = 跳跃
action-run = 奔跑
action-strike = 攻击
action-read = 阅读
action-select_all = 全选
action-attack = 进攻命令
action-patrol = 巡逻命令
action-stop = 停止命令
action-call = 召唤下一波
action-bestiary = 图鉴

credits-title = 制作人员
credits-text =
    Proscenium 游戏框架：界面、过场、加载、状态机。

    设计参考潘宏的《多态状态机》。
    代码、美术、音频与关卡：Proscenium 项目。
    字体：GNU Unifont。窗口与图形：macroquad。
credits-back = 返回

pause-title = 暂停
pause-resume = 继续
pause-settings = 设置
pause-leave = 返回主菜单
pause-save = 保存
pause-bestiary = 图鉴
pause-restart = 重玩本关
pause-quit = 退出游戏

leave-question = 不保存就离开？
leave-save = 保存
leave-yes = 离开

save-title = 保存
save-name = 名称
save-done = 已保存：{ $date }
save-back = 返回
save-failed = 无法保存：{ $cause }
save-question = 覆盖这个存档？
save-overwrite = 覆盖

saves-autosave = 自动存档
saves-slot = 存档 { $number }
saves-wave = 第 { $wave } 波
saves-empty = 空
autosave-failed = 这一波开始时未能自动存档。

loading-title = 正在布置舞台
loading-texts = 文本
loading-letters = 文字
loading-colors = 配色
loading-menus = 菜单
loading-pictures = 画面
loading-film = 影片
loading-ground = 城墙与地面
loading-figures = 角色
loading-rules = 规则
loading-hero = 英雄
loading-marines = 士兵
loading-monsters = 怪物
loading-hens = 母鸡
loading-sounds = 音效
loading-music = 音乐
loading-map = 地图
loading-plan = 今夜的安排
loading-tip-light = 英雄在灯塔的光亮里会慢慢恢复。
loading-tip-attack = 下达进攻命令后，士兵会沿途迎战。
loading-tip-fallen = 英雄倒下后，有士兵站到身边就能起身。
loading-tip-patrol = 巡逻的士兵来回走动，见敌就射击。
loading-tip-jump = 空中再跳一次：栅栏和窄溪都拦不住。
loading-tip-call = 准备好了？自己召来下一波，可以得分。
loading-tip-signs = 第一波来之前读读告示牌，有的真有用。
loading-tip-save = 每一波开始时都会自动存档。
loading-tip-bestiary = 图鉴会告诉你每种怪物的习性和打法。
loading-cancel = { $device ->
    [pad] { $cancel }：返回主菜单
    [touch] 轻触此处：返回主菜单
   *[other] { $cancel }：返回主菜单
}
loading-left = 大约还需 { $seconds } 秒
loading-slow = 加载时间比平时长
loading-stalled = 没有收到任何数据
loading-retry = { $device ->
    [pad] 按 { $accept } 重试
    [touch] 轻触重试
   *[other] 按 { $accept } 或点击重试
}
loading-quit = { $device ->
    [pad] { $cancel }：退出
    [touch] 轻触此处：退出
   *[other] { $cancel }：退出
}

failure-title = 加载失败
failure-retry = 重试
failure-menu = 主菜单
failure-quit = 退出

hud-squad = 小队
hud-selected = 选中
hud-wave = 波次
hud-monsters = 怪物
hud-score = 分数
hud-pause = { action-pause } ({ $pause })
hud-select_all = { action-select_all } ({ $select_all })
hud-attack = { action-attack } ({ $attack })
hud-patrol = { action-patrol } ({ $patrol })
hud-stop = { action-stop } ({ $stop })
hud-jump = { action-jump } ({ $jump })
hud-call = { action-call } ({ $call })
hint-controls = { $device ->
    [pad] 左摇杆：移动  { $jump }：跳跃  { $strike }：攻击  { $select_all }：全选  { $attack }：召集  { $pause }：暂停
    [touch] 左侧：移动  右侧：攻击与跳跃  轻触士兵：选中
   *[other] { $up }{ $left }{ $down }{ $right }：移动  { $run }：奔跑  { $jump }：跳跃  { $strike }：攻击  { $select_all }：全选  { $pause }：暂停
}
aim-attack = { $device ->
    [pad] 点击设置进攻目标
    [touch] 轻触设置进攻目标
   *[other] 点击设置进攻目标
}
aim-patrol = { $device ->
    [pad] 点击设置巡逻点
    [touch] 轻触设置巡逻点
   *[other] 点击设置巡逻点
}
hint-calm = { $device ->
    [pad] { $seconds } 秒后下一波   { $call }：立即召唤，可得分
    [touch] { $seconds } 秒后下一波   轻触号角：立即召唤，可得分
   *[other] { $seconds } 秒后下一波   { $call }：立即召唤，可得分
}
lesson-walk = { $device ->
    [pad] 左摇杆：行走
    [touch] 在左侧按住并拖动：行走
   *[other] { $up }{ $left }{ $down }{ $right } 或右键点击：行走
}
lesson-layout = { $device ->
    [pad] 左摇杆：行走
    [touch] 在左侧按住并拖动：行走
   *[other] { $up }{ $left }{ $down }{ $right }、W A S D 或右键点击：行走
}
layout-arrows = { settings-layout }：{ settings-arrows }。可在“{ menu-settings }”中更改。
layout-wasd = { settings-layout }：{ settings-wasd }。可在“{ menu-settings }”中更改。
lesson-strike = { $device ->
    [pad] 走到稻草人旁，按 { $strike } 挥杖
    [touch] 走到稻草人旁，轻触右侧的双剑挥杖
   *[other] 走到稻草人旁，按 { $strike } 或右键点击它挥杖
}
lesson-leap = { $device ->
    [pad] { $jump }：跳跃，连按两次跳得更高
    [touch] 右侧的靴子：跳跃，连点两次跳得更高
   *[other] { $jump }：跳跃，连按两次跳得更高
}
lesson-ember = 怪物留下了一块余烬。走过去拾起它：灯塔会更亮
lesson-help = 站到士兵身旁。若你倒下，身旁的士兵会扶你起来
lesson-read = { $device ->
    [pad] 走到告示牌旁，按 { $read } 阅读
    [touch] 走到告示牌旁，轻触它
   *[other] 走到告示牌旁，按 { $read } 或点击它
}
lesson-select = { $device ->
    [pad] { $select_all }：选中士兵
    [touch] 轻触一名士兵，或右侧的士兵按钮：选中
   *[other] 拖出方框，或按 { $select_all }：选中士兵
}
lesson-send = { $device ->
    [pad] { $attack }：召集士兵
    [touch] 轻触地面：派出士兵
   *[other] 右键点击地面：派出士兵
}
lesson-attack = { $device ->
    [pad] { $attack }：召集士兵到身边
    [touch] 轻触右侧的剑，再轻触地面：沿途进攻
   *[other] 按 { $attack }，再点击地面：士兵沿途进攻
}
lesson-count = { $device ->
    [touch] { $number }/{ $of }  号角：跳过
   *[other] { $number }/{ $of }  { $call }：跳过
}
lesson-offer = { $device ->
    [pad] { $read }：教程
    [touch] 轻触此处：教程
   *[other] { $read } 或点击此处：教程
}
hint-read = { $device ->
    [pad] 按 { $read } 阅读
    [touch] 轻触告示牌阅读
   *[other] 按 { $read } 或点击告示牌阅读
}

level-outpost = 哨站
level-ford = 渡口
level-theatre = 露天剧场

continue-title = 选择关卡
continue-locked = { $level }：未解锁
continue-best = 最佳 { $time }
continue-back = 返回
delete-choose = 删除存档
delete-title = 删除哪一个？
delete-question = 删除这个存档？
delete-yes = 删除

ended-won = 灯火未熄
ended-won-text = 哨站守住了。
ended-lost = 一片黑暗
ended-lost-text = 灯塔熄灭了。
ended-fallen-text = 小队全员阵亡，灯火撑不了多久。
ended-lost-tip = 试试：下一波之前，让士兵向怪物来的方向攻击前进。
ended-fallen-tip = 试试：两波之间在灯光里休整，英雄身边留一名士兵。
ended-finale-text = 长夜已尽，灯火长明。舞台归你了。
ended-next = 下一关
ended-from-wave = 从第 { $wave } 波开始
ended-credits = 制作人员
ended-again = 再玩一次
ended-leave = 返回主菜单
ended-score = 得分
ended-kills = 击败怪物
ended-losses = 阵亡士兵
ended-hens = 存活母鸡
ended-time = 用时
ended-best = 最佳用时
ended-wave = 波次

bestiary-hero = 英雄
bestiary-imp = 小鬼
bestiary-brute = 巨兽
bestiary-witch = 女巫
bestiary-does = 习性
bestiary-when = 时机
bestiary-beat = 打法
bestiary-use = 用法
bestiary-hero-does = 行走、奔跑、两段跳，用法杖攻击。从空中落下的一击伤害加倍，还能把怪物挑飞。
bestiary-hero-when = 听你指挥。跳到高处时打不中他。在灯光里会恢复；倒下后，有士兵站到身边就能起身。
bestiary-hero-use = 重击将至时跳开，下落时出手。别离士兵太远。
bestiary-marine-does = 看见敌人就射击，并追击一阵，然后继续执行命令，或者回到岗位。
bestiary-marine-when = 普通移动时不还手；进攻、巡逻和站岗时，来什么打什么。
bestiary-marine-use = 在裂隙与灯塔之间并排布阵。灯光会让他们恢复。
bestiary-imp-does = 又小又快，成群结队。见谁咬谁，也咬灯塔。
bestiary-imp-when = 几乎每一波都有。直奔灯塔，看见谁就扑向谁。饿了会追母鸡。
bestiary-imp-beat = 几枪就能放倒一只。让士兵排成一线迎击，再冲进去挥杖：近身一圈都会打中。
bestiary-brute-does = 又大又慢。一击能把目标打退，还会让士兵眩晕。
bestiary-brute-when = 后半夜出现。出手前会先后仰半秒。
bestiary-brute-beat = 它走得慢，趁早射击。近身时，见它后仰就起跳，从上方打下来。
bestiary-witch-does = 飘在远处投掷魔弹，魔弹会炸开，伤到挤在一起的人。发现猎物时，会召来附近的怪物。
bestiary-witch-when = 出现在靠后的几波，躲在别的怪物后面。每次投弹后要歇一会儿。
bestiary-witch-beat = 先打它，它不经打。派士兵进攻，或者趁两次投弹的间隙冲上去。
bestiary-mood-does = 每只怪物都有情绪。越生气就越快、越狠，看颜色就知道。
bestiary-mood-when = 看见你会烦躁，每挨一下就更生气。看不见人或吃饱了，就会平静下来。
bestiary-mood-beat = 打完一只再打下一只。别打伤一群又丢下不管。
bestiary-hen-does = 啄食、闲逛，见到英雄和怪物就跑。
bestiary-hen-when = 饿了的怪物会绕路去追母鸡。这能替你争取时间，代价是一只鸡。
bestiary-hen-use = 最后会清点活着的母鸡。别在它们身边打，也别追着它们跑。
bestiary-machine = 状态机
bestiary-words = 文字说明
bestiary-runner = 英雄
bestiary-marine = 士兵
bestiary-monster = 怪物
bestiary-mood = 怪物情绪
bestiary-hen = 母鸡
bestiary-any = * 任意状态
bestiary-table = 状态表
bestiary-pushdown = 下推式
bestiary-hierarchy = 层次式
bestiary-template = 模板式
bestiary-about-table = 状态表：由状态与事件查下一状态。
bestiary-about-pushdown = 状态栈：入栈的状态（↑）结束并出栈（↓）后，下层状态恢复。
bestiary-about-hierarchy = 层次：在所有成立的触发条件 [ ] 中，级别最高的生效。
bestiary-about-template = 模板：同类单位共用；状态未处理的事件冒泡到父状态。
bestiary-previous = 上一个
bestiary-back = 返回
bestiary-next = 下一个

inspector-none = 无
inspector-routes = { $count } 个寻路请求排队中
inspector-gone = 已消失
inspector-on = 位于 { $state } 之上
inspector-health = 生命 { $now } / { $full }
inspector-mood = 情绪 { $mood }
inspector-messages = 消息：{ $list }
inspector-timeout-in = { $state } 将在 { $time } 秒后超时
inspector-leave-in = { $state } 在 { $time } 秒后可离开
inspector-call-in = { $state } 在 { $time } 秒后调用
inspector-for = 已 { $time } 秒
inspector-for-more = 至少 { $time } 秒
inspector-ago = { $time } 秒前
inspector-trigger = 触发器
inspector-timeout = 超时
inspector-taken = 已采用
inspector-false = 否，{ $guard } 为假
inspector-held = 否，{ $guard } 不放行
inspector-too-early = 否，为时过早
inspector-not-handled = 否，未处理
inspector-failed = 否，失败
inspector-no-row = 表中没有对应行
unit-hero = 英雄
unit-marine = 士兵
unit-imp = 小鬼
unit-brute = 蛮兽
unit-witch = 女巫
unit-hen = 母鸡

rules-start = 守住灯火。灯塔熄灭，或者我们全部倒下，哨站就失守了。
hero-ember = 一块余烬！我去拾起它，灯塔会更亮。
warn-beacon = 灯塔快撑不住了！所有人，回到灯光里来！
warn-hero = 英雄倒下了！谁去站到他身边，他就能再站起来。
warn-squad = 现在只剩我一个人了。我一倒下，哨站就完了。

outpost-first = 溪流对面有动静。士兵们，守住大门！
outpost-second = 它们从两边来了。别让它们靠近灯塔。
outpost-third = 来了个大块头。姿态像个衣柜，分量也像。
outpost-fourth = 预备队来了两个人。他们在打牌，而且正输着呢。
outpost-last = 熄了你们的小灯吧，它刺痛了我的眼睛。

ford-first = 两座桥，一个我。造桥的人显然不懂舞台调度。
ford-second = 南桥！它们在我们背后换布景。
ford-third = 预备队登台！两名士兵，稍微有点湿。
ford-fourth = 两座桥同时开演。一票两场，可谁也没点过。
ford-fifth = 你们的剧本我读过了。最后一幕里没有你。
ford-last = 它们把剩下的全派来了。掌声也快到了，坚持住！

theatre-first = 今晚满座。只是没有一个人买票。
theatre-second = 后台门也进来了！小心座椅，那是预订的。
theatre-third = 英雄，你的替补来了。但愿他们记得台词。
theatre-fourth = 三个入口，它们全用上了。总算来了些会演戏的。
theatre-fifth = 嘘——评论家们要说的就这些。
theatre-sixth = 合唱队前来报到。您想让我们死在哪儿？
theatre-last = 现在大幕落下，就落在你身上。

sign-start = 欢迎来到哨站。天黑之前，四处看看吧。
sign-welcome = 第七哨站。来客请擦靴子，怪物也一样。
sign-well = 水井。硬币能投进去，愿望出不来。
sign-gate = 走出这道门，外面就是真正的活计。
sign-stream = 小溪。上次洪水之后桥就坏了，不过还撑得住。
sign-ford-start = 渡口。这里什么都有两份，只有灯塔是一座。
sign-ford-camp = 请走大门。栅栏的缺口只留给会跳的人。
sign-ford-crates = 当心溪流：窄得一跃可过，深得一失足就湿透。
sign-ford-bank = 您没走桥就过来了。守桥人想找您谈谈。
sign-ford-bank-again = 守桥人还在等着找您谈谈。
sign-ford-bridge = 南桥。每次限过蛮兽一头。蛮兽不识字，请自行清点。
sign-theatre-start = 黑暗之前的最后一座舞台。祝您摔断腿——最好是它们的。
sign-theatre-stage = 今晚上演：《四个陆战队员》。悲剧还是喜剧，看您的了。
sign-theatre-door = 后台入口。仅限演员与怪物。
sign-theatre-bridge = 迟到的观众请在此等候，第一波结束后入场。
sign-theatre-island = 私人岛屿。跳两下就能上来；怎么回去，没人知道。
sign-theatre-island-again = 又是您。母鸡们早说过您会再来。
