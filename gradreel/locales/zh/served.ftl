### Words of the pages before any script has run.

served-title = Gradreel：观看 PyTorch 的自动求导
served-description = 粘贴一段 PyTorch 代码，把自动求导当作影片来看：前向、原地修改、保存的张量、版本号、反向传播。
served-insecure = 沙箱已关闭：代码直接在这台机器上运行，不受任何限制。请勿对外开放。
served-no-script = 播放影片需要 JavaScript。
served-guide = 嵌入影片
served-api = API
served-home = 回到首页
served-nothing = 这个地址没有内容。请检查地址，或从首页开始。
