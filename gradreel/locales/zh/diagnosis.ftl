### What diagnoses share: names of tensors, other edits, repetitions.

# 读者怎样称呼一个张量。$how：name、view、result 或 tensor。
diagnosis-what = { $how ->
    [view] { $name } 的一个视图
    [result] { $name } 的结果
    [tensor] { $name } 形状的张量
    [unknown] 某个张量
   *[name] { $name }
}
# 后面紧跟汉字时用：名字与汉字之间留一个空格。
diagnosis-what-then = { $how ->
    [name] { $name }{ " " }
   *[other] { diagnosis-what }
}
# 句首用。
diagnosis-what-first = { $how ->
    [view] { $name } 的一个视图
    [result] { $name } 的结果
    [tensor] { $name } 形状的张量
    [unknown] 某个张量
   *[name] { $name }{ " " }
}
diagnosis-others = { $others ->
    [0] { "" }
   *[other] 同一次修改还让另外 { $others } 个保存的张量过期。
}
diagnosis-others-overwritten = { $others ->
    [0] { "" }
    [other] 同一次写入还改变了另外 { $others } 个保存的张量。
   *[none] { "" }
}
diagnosis-in-module = { $in_module ->
    [yes] （位于 { $module }）
   *[no] { "" }
}
# 同样的事发生了几次：修改所在的行执行了几次，或者抛出了几次异常。
diagnosis-edits = { $rounds ->
    [1] { "" }
    [other] 第 { $edit_line } 行这样做了 { $rounds } 次。
   *[none] { "" }
}
diagnosis-rounds = { $rounds ->
    [1] { "" }
    [other] 这样的情况发生了 { $rounds } 次。
   *[none] { "" }
}
diagnosis-caught = { $caught ->
    [yes] 程序捕获了这个错误，继续运行。
   *[no] { "" }
}
# 在检查之前，还有哪些行修改了它。
diagnosis-again = { $again ->
    [0] { "" }
    [1] ，又在第 { $again_line } 行变为 { $current }
    [other] ，又在另外 { $again } 行变为 { $current }
   *[none] { "" }
}
diagnosis-edit = { $hidden ->
    [yes] 第 { $edit_line } 行（{ $code }）看不出有修改，但其中的 { $op } { diagnosis-edited }
    [unseen] 第 { $edit_line } 行（{ $code }）以未被记录的方式{ diagnosis-edited }
    [between] 在第 { $saved_line } 行与第 { $raise_line } 行之间，某个未被记录的操作{ diagnosis-edited }
   *[no] 第 { $edit_line } 行（{ $code }）{ diagnosis-edited }
}
diagnosis-edited = { $through ->
    [other] 通过 { $other } 原地修改了同一块内存
   *[same] 原地修改了它
}
