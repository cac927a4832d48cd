### The share dialog.

share-title = 分享
share-links = 链接
share-public = 链接是公开的：拿到链接的人都能看到代码。在你按下按钮之前，什么都不会保存。
share-create = 创建短链接
share-working = 请稍候……
share-created = 已保存。拿到链接的人都能看到这部影片。
share-existed = 这段代码之前已经有这个链接了。
share-yours = 这个链接是公开的。删除凭据保存在本浏览器中，只有这里可以删除它。
share-not-yours = 这个链接是公开的。只有创建过它的人，才能在保存着删除凭据的浏览器中删除它。
share-example = 这个示例有自己的链接。短链接（嵌入时需要）会存储它的代码和影片。
share-delete = 删除这个链接
share-deleted = 已删除，链接不再有效。
share-withdrawn = 你已撤回。还有其他人为同样的代码创建过这个链接，所以它仍然有效。
share-link = 短链接
share-at-step = 打开时停在第 { $step } 步
share-cell = 从单元格打开 [{ $number }]
share-code-link = 自带代码的链接
share-code-note = 不需要任何保存：代码放在地址中浏览器不会发送给服务器的那一部分。
share-problem-too_many_requests = 创建链接过于频繁，请在 { $seconds } 秒后重试。
share-problem-too_many_snippets = 你的链接数已达上限，请先删除一些。
share-problem-store_full = 服务器已没有空间保存新的链接。
share-problem-delete_refused = 只有创建这个链接的浏览器才能删除它。
share-problem-gone = 这个链接之前已被删除。
share-problem-file = 无法生成文件。
share-measuring = 正在测量……
share-copy = 复制
share-copied = 已复制
share-copy-by-hand = 已选中，请按 Ctrl+C
share-embed = 嵌入
share-embed-first = 嵌入显示的是已保存的影片，请先创建短链接。
share-embed-note = 把它粘贴到文章里。读者浏览页面时不会运行任何代码。
share-embed-guide = 如何嵌入影片
share-html = HTML
share-markdown = Markdown：一张链接到影片的图片
share-theme = 主题
share-theme-auto = 跟随读者
share-theme-light = 浅色
share-theme-dark = 深色
share-view = 显示
share-view-graph = 图
share-view-both = 图和代码
share-view-code = 代码
share-autoplay = 出现在视野中时播放
share-controls = 显示播放控件
share-predict = 提问接下来会发生什么
share-files = 文件
share-files-note = SVG 和 PNG 画出当前这一步；HTML 可以离线播放整部影片；JSON 是轨迹数据；有了链接之后，ZIP 是可以放到网站上的文件夹。
folder-readme =
    # { $title }

    Gradreel 制作的 PyTorch autograd 影片。{ $files }

    index.html 播放影片。它不需要别的文件，也不访问其他主机：把这个文件夹放到任何网站的任何路径下，或者直接打开这个文件。在文章里：

    <iframe src="index.html" width="100%" height="560" loading="lazy" style="border:0"></iframe>
share-files-none = 请先运行代码，才有内容可以保存。
share-files-notebook = 有了链接之后，IPYNB 是带有各单元输出的笔记本。
share-animation = 动画
share-animation-note = GIF 用于 README，MP4 和 WebM 用于幻灯片：影片连同代码，约二十秒以内。生成可能需要一分钟。
share-animation-first = 动画由已存储的影片生成：请先创建短链接。
share-animation-working = 正在生成 …
share-animation-markdown = Markdown：GIF，点击后打开影片
share-problem-animation_not_made = 无法生成动画：这部影片可能太长。
