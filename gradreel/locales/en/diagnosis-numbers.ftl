### Diagnoses of numbers that are not finite, and of gradients that are zero.

diagnosis-non_finite-title = Numbers stop being finite
diagnosis-non_finite-finding = Line { $line } makes { $value ->
    [nan] NaN
   *[inf] an infinity
}{ $phase ->
    [backward] { " " }in the backward pass
   *[forward] { "" }
}
diagnosis-non_finite = Line { $line } ({ $code }) makes { $value ->
    [nan] NaN
   *[inf] an infinity
}{ $phase ->
    [backward] { " " }when backward() comes back through it
   *[forward] { "" }
}: { diagnosis-cause }{ $given ->
    [yes] { " " }({ $elements }).
   *[no] .
}{ diagnosis-reach }{ $rounds ->
    [1] { "" }
   *[other] { " " }It happens again in later rounds.
}
diagnosis-cause = { $cause ->
    [zero_times_infinity] zero times infinity{ $phase ->
        [backward] . What was not chosen, or counts for nothing, still has a slope, which is infinite there
       *[forward] { "" }
    }
    [root_of_zero] the slope of a root is infinite at 0
    [log_of_zero] the logarithm of 0 is infinite, and so is its slope
    [division_by_zero] something is divided by 0
    [zero_over_zero] 0 is divided by 0
    [overflow] the result is too large for its dtype
    [outside_domain] the function is not defined there
    [std_of_one_element] the deviation of a single element divides by 0
    [mean_of_nothing] a mean of no elements divides by 0
    [all_masked] every element of a row is masked with −∞
    [infinity_minus_infinity] infinities were there already, and ∞ − ∞ is NaN
    [infinity_over_infinity] infinities were there already, and ∞ / ∞ is NaN
    [infinite_slope] the slope is infinite at the edge of where the function is defined
    [input_data] it is among the numbers that the program puts there
    [uninitialized] its memory was never filled, and holds whatever lay there
    [given_gradient] a gradient that was given to backward(), or by a hook, is not finite
    [custom_function] a Function of the program’s own returned it
    [sum_of_gradients] the gradients that are added up there are finite, their sum is too large for its dtype
    [from_infinity] infinities were there already, and it made NaN of them
    [not_shown] why is not known, since the film does not show all that it read
   *[other] why is not known: what it read was finite, what it gave is not
}
diagnosis-reach = { $reach ->
    [root] { " " }It reaches what backward() on line { $noticed_line } begins from.
    [parameter] { " " }It reaches a parameter{ $named ->
        [yes] , { $name },
       *[no] { "" }
    } on line { $noticed_line }.
    [anomaly] { " " }Anomaly mode stops backward() on line { $noticed_line }.
   *[leaf] { " " }It reaches the gradient of { $named ->
        [yes] { $name }
       *[no] a leaf
    }{ $more ->
        [0] { "" }
        [one] { " " }and of one more
       *[other] { " " }and of { $more } more
    }.
}

diagnosis-zero_gradient-title = A gradient of zero
diagnosis-zero_gradient = { $named ->
    [yes] { $name }
   *[no] A leaf
}{ $more ->
    [0] { " " }gets
    [one] { " " }and one more leaf get
   *[other] { " " }and { $more } more leaves get
} a gradient of exactly zero everywhere{ $of ->
    [1] { "" }
   *[other] { $always ->
        [yes] { " " }in all { $of } passes
       *[no] { " " }in { $rounds } of { $of } passes
    }
}. The gradient is not zero until backward() on line { $noticed_line } comes to line { $line } ({ $code }): { diagnosis-zero-cause }.
diagnosis-zero-cause = { $cause ->
    [dead_relu] wherever a gradient arrives, its ReLU was given a negative number or zero, and there its slope is 0
    [saturated] wherever a gradient arrives, its function was given a number at which the slope is 0 in this dtype
    [one_choice] a softmax of a single element is 1 whatever it is given
    [clamped] wherever a gradient arrives, the number lies outside the limits, and what is cut off has no slope
    [rounded] it makes steps, and between two steps the slope is 0
    [masked] all of it is replaced, or multiplied by zeros
   *[underflow] the product is too small for its dtype, and becomes 0
}
