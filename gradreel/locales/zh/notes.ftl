### What an author writes to a film.

notes-all = 作者的注释
notes-label = 作者的注释
notes-chapter = 章节
notes-look = 请看：
notes-lost = 作者的注释中有 { $count } 处在这部影片里已没有对应的位置。
notes-edit-write = 写注释
notes-edit-change = 修改注释
notes-edit-share = 为这部影片作讲解：给步骤写说明、划分章节、指定从哪里打开。注释与链接一样是公开的。
notes-edit-title = 注释
notes-edit-step = 第 { $step } 步
notes-edit-text = { $language }注释
notes-edit-chapter-name = 从这里开始的章节（{ $language }）
notes-edit-language-en = 英文
notes-edit-language-zh = 中文
notes-edit-hint = Markdown：**粗体**、*斜体*、`代码`、列表、[链接](https://…)。写的内容会立即显示在影片下方。
notes-edit-point = 指向 { $name }
notes-edit-speaker = 仅供演讲者（{ $language }）
notes-edit-speaker-hint = 演示时按 S 显示；嵌入、文件和图片里没有。有链接的人仍然可以找到它。
notes-edit-pick = 点选要指的对象
notes-edit-pick-hint = 点图中的对象或代码行；再点一次取消。按 Esc 结束。
notes-edit-carried = 已从修改前的程序沿用注释。{ $lost ->
    [0] 全部都有对应位置。
   *[other] { $lost } 处失去了位置，见列表。
}
notes-edit-opens = 影片从这里打开
notes-edit-stops = 播放到这里停下
notes-edit-list = 全部注释
notes-edit-none = 还没有写任何内容。
notes-edit-entry-chapter = 章节：{ $name }
notes-edit-entry-points = 指向 { $count } 个对象
notes-edit-entry-lost = 已失去位置：第 { $line } 行，{ $what }
notes-edit-entry-lost-nowhere = 已失去位置：{ $what }
notes-edit-move = 移到当前步骤
notes-edit-delete = 删除
notes-edit-publish = 发布注释
notes-edit-published = 已发布。任何有链接的人都能读到。
notes-edit-existed = 同样的注释已经存在，链接如下。
notes-edit-refused = 服务器拒绝了这些注释：{ $message }
notes-edit-withdraw = 删除已发布的注释
notes-edit-withdrawn = 已删除。链接和影片还在。
notes-edit-link = 带有这些注释的链接
