### What a stored film shows, in titles and cards.

film-title = Autograd 影片：{ $subject }
film-title-finding = { $finding } – { $subject }
film-untitled = 一段 PyTorch 代码
film-completed = { $operations } 次运算，{ $nodes } 个反向节点；程序正常结束。
film-counts = { $operations } 次运算，{ $nodes } 个反向节点。
film-fragment = { $cells } 个单元格中有 { $completed } 个运行完毕。{ $raised }
film-raised = { $line ->
    [0] 抛出 { $type }：{ $message }
   *[other] 第 { $line } 行抛出 { $type }：{ $message }
}
film-stopped = 已停止：{ $message }
film-pending = 这段代码还没有运行过，运行之后影片会出现在这里。
film-too-large-for-output = 这部影片有 { $size } MB，而单元格的输出最多 { $most } MB：它已写入文件 { $path }。
film-why = 原因与解决办法
film-fixes = 解决办法
film-unreadable = 这部影片由另一个版本的 Gradreel 制作，这里无法播放。后台会重新制作，请稍后再试。代码在 /s/{ $id }.py。
embed-gone = 这段代码已被创建者删除。
embed-taken-down = 本服务的运营者已将这段代码下架。
embed-unknown = 这个地址没有代码，请检查链接。
embed-open = 编辑并运行
embed-whole = 整个程序
