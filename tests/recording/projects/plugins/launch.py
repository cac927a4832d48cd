import importlib.util
import runpy
import sys
from pathlib import Path

HERE = Path(__file__).parent


def load_plugin(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


config = {"__file__": str(HERE / "settings.py")}
exec((HERE / "settings.py").read_text(), config)
exec(compile((HERE / "hooks.py").read_text(), str(HERE / "hooks.py"), "exec"), config)
loss_of = load_plugin(HERE / "extras" / "loss_plugin.py").loss_of
scope = runpy.run_path(str(HERE / "task.py"), init_globals={"config": config, "loss_of": loss_of})
print("done", scope["result"])
