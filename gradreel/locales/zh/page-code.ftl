### The playground: what was pasted or opened, and its cells.

page-film-before = 正在运行……当前影片来自之前的程序。
page-edited = 代码在这部影片生成之后有改动。
page-cleaned = 运行前已整理代码：{ $changes }。
page-cleaned-notebook = 笔记本中的单元，不含输出
page-cleaned-fences = 每个代码块成为一个单元，周围的文字保留
page-cleaned-prompts = 提示符和输出已去掉
page-cleaned-characters = Python 不认识的引号、空格和标点已替换
page-cleaned-commands = 笔记本命令和终端命令已变为注释
page-cleaned-indentation = 补回了丢失的缩进
page-cleaned-indent = 代码块已移到最左边
page-cleaned-tabs = 制表符已替换为空格
page-cleaned-prose = 不是 Python 的内容已作为单元之间的文字
page-cleaned-numbers = 行号已去掉
page-cleaned-imports = 已在最前面加上页面默认的 import 单元
page-cleaned-underscores = 页面丢失的下划线已恢复（如 __init__）
page-cleaned-order = 单元按这里的顺序运行，尽管笔记本中的编号是另一种顺序
page-read = 已按页面读取：{ $code } 个代码单元{ $text ->
    [0] { "" }
   *[other] {"、"}{ $text } 个文字单元
}；{ $changes }。
page-unread-long = 这段文字有 { $size } 个字符，太长，无法读取，已原样保留。请只保留想查看梯度的那一部分。
page-unread-end = 这段文字有 { $size } 个字符，太长：这里只保留了带有报错的结尾。
page-unread-slow = 这段文字有 { $size } 个字符，在 { $seconds } 秒内没能读完，已原样保留。请只保留想查看梯度的那一部分。
page-left-out-long = 这段文字没有放入：加上它，代码将有 { $size } 个字符，而本页最多接受 { $limit } 个。请只保留想查看梯度的那一部分。
page-left-out-slow = 这段文字没有放入：它有 { $size } 个字符，而本页最多接受 { $limit } 个，并且在 { $seconds } 秒内没能作为笔记本读完。请只保留想查看梯度的那一部分。
page-left-out-binary = 这个文件没有打开：它不是文字，像是图片、PDF 或 checkpoint。请打开程序本身。
page-left-out-file = 这个文件没有打开：它有 { $size } MB，而本页最多打开 { $limit } MB。清除笔记本的输出后，文件会变小。
page-not-run = 没有运行。
page-unread-binary = 这不是文字，像是某个文件（图片、PDF 或 checkpoint）的内容，已原样保留。请粘贴程序本身。
page-unread-html = 这是网页的源代码，已原样保留。请在浏览器中打开该网页，复制所显示的内容。
page-unread-language = 这看起来是 { $language }。这里只运行 Python 和 PyTorch，因此已原样保留。
page-unread-traceback = 这是一段报错信息，没有引发它的程序，已原样保留。请把程序也粘贴进来：它会在这里运行，错误会得到解释。
page-unread-nocode = 这段文字中没有任何一行像 Python 代码，已原样保留。以 # %% 开头的一行开始一个代码单元，以 # %% [markdown] 开头的一行开始一个文字单元，其中各行以 # 开头。
page-unread-unclear = 代码中似乎夹有文字，无法确定哪些行是代码：已把全部内容当作一个程序。以 # %% 开头的一行开始一个代码单元，以 # %% [markdown] 开头的一行开始一个文字单元，其中各行以 # 开头。
# The card of a pasted error.
page-reading-suspects = 先看这些地方，最可能的在前
page-reading-search = 在代码里搜索，最可能的在前
page-reading-out = 可以排除
page-reading-example = 看最接近的示例：{ $title }
page-reading-record = 想看到全过程，请在程序运行的地方用下面任一方式录下来：
page-reading-part = 文字很长：只读了结尾部分。
page-reading-failed = 没能读取这段报错信息。
page-piece-add = 加上一次小调用
page-piece-failed = 没能读取这段代码。
page-divide = 仍然划分
page-unread-cleaned = 无法确定哪些行是代码：已把全部内容当作一个程序。以 # %% 开头的一行开始一个代码单元，以 # %% [markdown] 开头的一行开始一个文字单元。已更改：{ $changes }。
page-open-file = 打开文件…
page-open-file-long = 程序、笔记本（.ipynb）或文本形式的页面
page-undo = 撤销
# 程序的单元。
page-cells = 单元
page-cells-failed = { $all } 个单元中有 { $failed } 个出错
page-cells-well = { $all } 个单元，没有出错
page-cells-next = 下一个错误
page-cell-completed = 单元 [{ $number }]：运行完毕
page-cell-raised = 单元 [{ $number }]：{ $type }
page-cell-stopped = 单元 [{ $number }]：程序在此被终止
page-cell-skipped = 单元 [{ $number }]：程序此前已被终止，未运行
page-cell-not-run = 单元 [{ $number }]：未运行。运行到此
page-cells-part = { $failed ->
    [0] 已运行 { $all } 个单元中的 { $run } 个，没有出错
   *[other] 已运行 { $all } 个单元中的 { $run } 个，{ $failed } 个出错
}
page-cell-tools = 单元 [{ $number }]
page-cell-text-tools = 文字单元
page-cell-run-to = 运行到此：单元 [{ $number }] 及之前的所有单元
page-cell-add = 在下方添加单元
page-cell-more = 更多操作
page-cell-split = 在光标处拆分
page-cell-join = 与下一个单元合并
page-cell-up = 上移
page-cell-down = 下移
page-cell-as-text = 改为文字
page-cell-as-code = 改为代码
page-chapter-cell = 单元 [{ $cell }]
page-chapter-in-cell = 单元 [{ $cell }]，{ $name }
page-key-cells = 上一个或下一个出错的单元
