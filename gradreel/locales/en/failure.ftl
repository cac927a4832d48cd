### How a run was stopped, and hints.

failure-wall_time = Stopped after { $limit_s } s: a run may take that long by the clock.
failure-cpu_time = Stopped after { $limit_s } s of computing: a run may use that much processor time.
failure-memory = Stopped for its memory: a run may add { $limit_mib } MiB to what an idle torch process holds.
failure-output_limit = Stopped for its output: a run may print { $limit_kib } KiB. The first of it is kept.
failure-trace_too_large = Stopped for the size of its trace: it may be { $limit_mib } MiB.
failure-forbidden_call = Ended by the kernel for a system call that no ordinary program makes.
failure-crash = The Python process crashed ({ $signal }).
failure-exit = The snippet ended its own process with status { $status }, so the rest of it did not run.
failure-no_result = The snippet ended its own process before the trace could be handed over.
failure-result_invalid = The trace that came back does not hold together, so it is not shown. The snippet may have interfered with the recording.
failure-internal = Something went wrong on our side, twice. Please try again.

failure-hint-network = Network access is off here.
failure-hint-process_group = The sandbox has one process and no sockets, so there is no process group here. Take init_process_group and DistributedDataParallel out: in each process the module alone gives the gradients that DDP averages. gradreel run script.py records one process on your own machine.
failure-hint-subprocess = Subprocesses are off here: use num_workers=0, and no subprocess or multiprocessing.
failure-hint-compile = torch.compile and C++ extensions need a compiler, which is off here: run the code without them.
failure-hint-threads = A run may use { $threads } threads.
failure-hint-memory = A run may add { $memory_mib } MiB to what an idle torch process holds: try smaller tensors.
failure-hint-disk_full = A run has { $tmp_mib } MiB and { $tmp_inodes } files in its own /tmp, where there is one.
failure-hint-descriptors = A run may have { $open_files } files open.
failure-hint-files = There are no files here but Python's own, and at most a small, empty /tmp: make the data in the snippet, with torch.randn for instance.
failure-hint-recursion = Python gave up on the depth of the calls; nothing of the sandbox is in the way.
failure-hint-missing_module =
    { $module } is not installed here: a snippet has PyTorch, NumPy, einops and Python's own library. { $module ->
        [matplotlib] Take the plotting lines out: the film shows the values of every tensor.
        [seaborn] Take the plotting lines out: the film shows the values of every tensor.
        [torchvision] Make the data with torch.randn and write the layers with torch.nn: for autograd the shapes matter, not the pictures.
        [torchaudio] Make the data with torch.randn: for autograd the shapes matter, not the sounds.
        [pandas] Write a few rows as torch.tensor([[…]]) in place of the table.
        [sklearn] Make the data with torch.randn, and split it by slices.
        [scipy] Look for the function in torch, torch.special or torch.linalg.
        [transformers] Put a small nn.Module in its place, such as nn.TransformerEncoderLayer: gradients flow in the same way.
        [tqdm] Iterate without the progress bar.
       *[other] Put a few lines of your own in its place; if it is a file of yours, paste its code above.
    } Where { $module } is installed, gradreel run script.py records the program as it is.
failure-hint-relative_import = A snippet is one file: paste the code that is imported above it.
failure-hint-input = Nobody can type while a snippet runs: write the value into the code in place of input().
failure-hint-not_permitted = The sandbox refuses this call: a snippet can compute and print, and little else.
