### Diagnoses of edits in place, and of values that autograd did not see change.

diagnosis-version_mismatch-title = { $outcome ->
    [failed] 版本检查未通过
    [fails] backward() 将会失败
   *[harmless] 保存的张量已过期，但没有人用到它
}
diagnosis-version_mismatch-finding = { $hidden ->
    [between] { $node } 保存 { diagnosis-what-then }之后，它在第 { $saved_line } 行与第 { $raise_line } 行之间被修改
   *[no] { $node } 保存 { diagnosis-what-then }之后，第 { $edit_line } 行原地修改了它
}
diagnosis-version_mismatch = { $outcome ->
    [failed] 第 { $saved_line } 行的 { $node }{ diagnosis-in-module } 保存了 { diagnosis-what }，当时版本为 { $saved_version }。{ diagnosis-edit }，版本从 { $before } 变为 { $after }{ diagnosis-again }。因此第 { $raise_line } 行报错：反向传播需要版本 { $saved_version }，实际却是 { $current }。{ diagnosis-others }{ diagnosis-edits }{ diagnosis-caught }
    [fails] 第 { $saved_line } 行的 { $node }{ diagnosis-in-module } 保存了 { diagnosis-what }，当时版本为 { $saved_version }。{ diagnosis-edit }，版本从 { $before } 变为 { $after }{ diagnosis-again }。因此 backward() 到这里将会失败：它需要版本 { $saved_version }，得到的却是 { $current }。{ diagnosis-others }{ diagnosis-edits }
   *[harmless] 第 { $saved_line } 行的 { $node }{ diagnosis-in-module } 保存了 { diagnosis-what }，当时版本为 { $saved_version }。{ diagnosis-edit }，版本从 { $before } 变为 { $after }{ diagnosis-again }。没有反向传播会再用到它，所以不会报错。{ diagnosis-others }{ diagnosis-edits }
}

# 版本检查失败时，它避免了什么。place 是一个元素的位置，例如 [0, 2]。
diagnosis-unchecked = { $case ->
    [right] 如果没有这项检查，得到的梯度也是对的。
    [wrong] 如果没有这项检查，{ diagnosis-unchecked-what }会是 { $unchecked }，正确的是 { $meant }。{ diagnosis-unchecked-others }
   *[other] 如果没有这项检查，{ diagnosis-unchecked-what }会是错的。{ diagnosis-unchecked-others }
}
diagnosis-unchecked-what = { $how ->
    [attribute] { $name }{ $place }{ " " }
    [result] { $name }{ $place } 的梯度
   *[unnamed] 某个梯度
}
diagnosis-unchecked-others = { $others ->
    [yes] 其他梯度也会是错的。
   *[no] { "" }
}

diagnosis-transform_edit-title = torch.func 内部的版本检查失败
diagnosis-transform_edit-finding = { $edits ->
    [1] 第 { $edit_line } 行原地修改了 torch.func 为反向传播保存的张量
    [found] 第 { $edit_line } 行原地修改了 torch.func 为反向传播保存的张量
   *[other] torch.func 内部的原地修改使第 { $line } 行的版本检查失败
}
diagnosis-transform_edit = 第 { $line } 行（{ $code }）报错：在 torch.func 内部，{ $what ->
    [result] { $op } 的结果
   *[tensor] 某个张量
}为反向传播保存之后又被原地修改。{ $edits ->
    [1] 其中的原地修改在第 { $edit_line } 行（{ $edit }）。
    [found] 其中第 { $edit_line } 行（{ $edit }）的原地修改改动的就是这样的结果。
   *[other] 其中的原地修改在第 { $edit_lines } 行；影片无法确定是哪一处。
}变换在自己的包装张量上运行，因此其中的操作没有逐一记录。{ diagnosis-rounds }{ diagnosis-caught }
diagnosis-leaf_in_place-title = 需要梯度的叶子张量不能原地修改
diagnosis-leaf_in_place-finding = { $named ->
    [yes] { $is_view ->
        [yes] 第 { $line } 行原地修改了 { $name }，它是需要梯度的叶子张量的视图
       *[no] 第 { $line } 行原地修改了 { $name }，它是需要梯度的叶子张量
    }
   *[no] 第 { $line } 行需要梯度的叶子张量不能原地修改
}
diagnosis-leaf_in_place = { $is_view ->
    [yes] { $named ->
        [yes] { $name }{ " " }
       *[no] 第 { $line } 行的张量
    }是{ $based ->
        [yes] 叶子张量 { $base }（需要梯度）
       *[no] 某个需要梯度的叶子张量
    }的视图。第 { $line } 行（{ $code }）要在自动求导记录期间原地修改它，因此被 PyTorch 拒绝。{ diagnosis-rounds }{ diagnosis-caught }
   *[no] { $named ->
        [yes] { $name }{ " " }
       *[no] 第 { $line } 行的张量
    }是需要梯度的叶子张量。第 { $line } 行（{ $code }）要在自动求导记录期间原地修改它；改完之后，它就不再是你要求梯度的那个叶子张量了，因此被 PyTorch 拒绝。{ diagnosis-rounds }{ diagnosis-caught }
}

diagnosis-multi_view_in_place-title = 成组返回的视图不能原地修改
diagnosis-multi_view_in_place-finding = { $named ->
    [yes] 第 { $line } 行原地修改了 { $name }，它是成组返回的视图之一
   *[no] 第 { $line } 行原地修改了成组返回的视图之一
}
diagnosis-multi_view_in_place = { $named ->
    [yes] { $name }{ " " }
   *[no] 第 { $line } 行的张量
}是{ $made ->
    [yes] 第 { $made_line } 行 { $op } 一次返回的多个视图
   *[no] 某次调用同时返回的多个视图
}之一。{ $base_edited ->
    [yes] 随后第 { $edit_line } 行（{ $edit_code }）原地修改了它们共用的内存，而自动求导无法更新这种视图，因此用到它的第 { $line } 行（{ $code }）被拒绝。
   *[no] 自动求导无法跟踪对这种视图的原地修改，因此第 { $line } 行（{ $code }）被拒绝。
}{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-inference_tensor_saved-title = 推理张量不能为反向传播保存
diagnosis-inference_tensor_saved-finding = 第 { $line } 行要保存 { diagnosis-which }，而它是推理张量
diagnosis-inference_tensor_saved = { $known ->
    [yes] { diagnosis-what }{ $dated ->
        [yes] （第 { $made_line } 行创建）
       *[no] { " " }
    }是推理张量
   *[no] 第 { $line } 行用到的某个张量是推理张量
}，没有版本计数器。第 { $line } 行（{ $code }）必须为反向传播保存它，而保存需要版本计数器。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-silent_overwrite-title = { $outcome ->
    [recomputed_wrong] 梯度悄悄算错了
    [wrong] 梯度悄悄算错了
   *[other] 保存的值在检查之外被覆盖
}
diagnosis-recomputed = 第 { $saved_line } 行的 checkpoint 不保留结果：反向传播会把它重新运行一遍。在此之前，第 { $edit_line } 行（{ $code }）修改了{ $named ->
    [yes] { " " }{ $name }
   *[no] 某个张量
}，而其中的 { $op } 要读取它，所以反向传播所求导的前向计算已不是给出损失的那一次。自动求导的版本检查管不到这一点。
diagnosis-silent_overwrite-finding = { $outcome ->
    [recomputed_wrong] { $gradient } 悄悄算错了：第 { $edit_line } 行修改了 checkpoint 还要再读的张量
    [recomputed_unchanged] 第 { $edit_line } 行修改了 checkpoint 还要再读的张量
    [recomputed_unknown] 第 { $edit_line } 行修改了 checkpoint 还要再读的张量
    [wrong] { $gradient } 悄悄算错了：{ $node } 保存 { diagnosis-what-then }之后，第 { $edit_line } 行覆盖了它
   *[other] { $node } 保存 { diagnosis-what-then }之后，第 { $edit_line } 行悄悄覆盖了它
}
diagnosis-silent_overwrite = { $outcome ->
    [recomputed_wrong] { diagnosis-recomputed }{ $gradient } 是错的，却没有任何报错。
    [recomputed_unchanged] { diagnosis-recomputed }好在梯度并未改变。
    [recomputed_unknown] { diagnosis-recomputed }梯度可能是错的。
   *[overwritten] 第 { $saved_line } 行的 { $node } 保存了 { diagnosis-what }。随后第 { $edit_line } 行（{ $code }）{ $through ->
        [other] 通过 { $other } 覆盖了同一块内存
       *[same] 覆盖了它的值
    }，而自动求导所检查的版本计数器没有变化。{ $outcome ->
        [wrong] 反向传播用的是新值：{ $gradient } 是错的，却没有任何报错。
        [unchanged] 反向传播用的是新值，好在梯度并未改变。
        [unknown] 反向传播用的是新值，梯度可能是错的。
       *[unused] 此后没有反向传播再用到它。
    }{ diagnosis-others-overwritten }{ diagnosis-edits }
}

diagnosis-shared_storage_edit-title = 一处修改悄悄改变了另一个张量
diagnosis-shared_storage_edit-finding = 第 { $line } 行通过 { $name } 悄悄改变了 { $other }
diagnosis-shared_storage_edit = { $name } 和 { $other } 共享内存。第 { $line } 行（{ $code }）通过 { $name } 写入，{ $other } 的值也随之改变，而 { $other } 的版本计数器没有变化。{ diagnosis-rounds }

diagnosis-which = { $known ->
    [yes] { diagnosis-what }
   *[no] 某个张量
}
diagnosis-which-then = { $known ->
    [yes] { diagnosis-what-first }
   *[no] 某个张量
}
diagnosis-view_in_place-title = 这个视图不能原地修改
diagnosis-view_in_place-finding = { $named ->
    [yes] 第 { $line } 行原地修改了不允许修改的视图 { $name }
   *[no] 第 { $line } 行原地修改了不允许修改的视图
}
diagnosis-view_in_place = { $named ->
    [yes] { $name }{ " " }
   *[no] 第 { $line } 行的张量
}是{ $dated ->
    [yes] 第 { $made_line } 行得到的
   *[no] { "" }
}视图{ $case ->
    [no_grad] ，在 no_grad 之下创建，与它的基张量的计算图没有联系。第 { $line } 行（{ $code }）要在自动求导记录时原地修改它
    [inference] ，在推理模式中创建。第 { $line } 行（{ $code }）要在推理模式之外修改它
    [hook] ：模块的完整反向钩子把模块的每个输入和输出都作为视图交出，以便看到它们的梯度。第 { $line } 行（{ $code }）要原地修改它
   *[function] ，来自自定义 Function。第 { $line } 行（{ $code }）要原地修改它，这会绕过该 Function 自己的 backward
}，因此被 PyTorch 拒绝。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-inference_edit-title = 推理张量在推理模式之外不能更改
diagnosis-inference_edit-finding = { $case ->
    [flag] 第 { $line } 行要让推理张量需要梯度
   *[edit] 第 { $line } 行修改了推理张量
}
diagnosis-inference_edit = { $named ->
    [yes] { $name }{ " " }
   *[no] 第 { $line } 行的张量
}{ $dated ->
    [yes] （第 { $made_line } 行创建）
   *[no] { "" }
}是推理张量：没有版本计数器，自动求导无法发现变化。{ $case ->
    [flag] 第 { $line } 行（{ $code }）要让它需要梯度
   *[edit] 第 { $line } 行（{ $code }）要在推理模式之外修改它
}；在那里 clone() 得到的是普通张量。{ diagnosis-rounds }{ diagnosis-caught }

diagnosis-out_argument-title = out= 不记录计算图
diagnosis-out_argument-finding = 第 { $line } 行使用了 out=，而 { diagnosis-which-then }需要梯度
diagnosis-out_argument = 第 { $line } 行（{ $code }）让 { $op } 用 out= 把结果写进一个张量，而 { diagnosis-which } 需要梯度。自动求导不记录带 out= 的调用，因此被 PyTorch 拒绝：请给结果起一个名字。{ diagnosis-rounds }{ diagnosis-caught }
