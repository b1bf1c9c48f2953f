"""`python -m training.rebuild EXAMPLES… --out OUT`: weights to go on from, out of the ONNX files in use."""

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

from pi_diavolo.vision.die_scale import LIE_CLOSER
from training.examples import Example, kept
from training.lessons import Pool, batch, in_use, tensor
from training.networks import Patches, Twofold, aimer, arbiter, expert, lier, reader

AGREE = 1e-4
SAMPLES = 256

Weights = list[tuple[Tensor, Tensor]]


def weights_of(model: bytes) -> Weights:
    """The weights and biases of all layers that have any, in their order; norms are folded into them."""
    graph = onnx.load_from_string(model).graph
    named = {each.name: torch.from_numpy(numpy_helper.to_array(each).copy()) for each in graph.initializer}
    layers = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    return [(named[node.input[1]], named[node.input[2]]) for node in layers]


def rebuild(network: nn.Module, model: bytes, seen: Tensor) -> None:
    """Give the network these weights; its norms become those of what is seen, as if trained on it."""
    layers = [layer for layer in network.modules() if isinstance(layer, (nn.Conv2d, nn.Linear))]
    norms = {layer[0]: layer[1] for layer in network.modules() if _is_normed(layer)}
    norms |= {layer.body[1]: layer.norm for layer in network.modules() if isinstance(layer, Twofold)}
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, weights_of(model), strict=True):
            layer.weight.copy_(weight)
            norm = norms.get(layer)
            if norm is None:
                layer.bias.copy_(bias)
            else:
                _tell_nothing(norm)
                norm.bias.copy_(bias)
        outputs = _outputs(network.eval(), seen, list(norms))
        for layer, norm in norms.items():
            _normalise(norm, outputs[layer])


def _is_normed(layer: nn.Module) -> bool:
    return isinstance(layer, nn.Sequential) and len(layer) == 3 and isinstance(layer[1], nn.BatchNorm2d)


def _tell_nothing(norm: nn.BatchNorm2d) -> None:
    norm.weight.fill_(1)
    norm.running_mean.zero_()
    norm.running_var.fill_(1 - norm.eps)


def _outputs(network: nn.Module, seen: Tensor, layers: list[nn.Module]) -> dict[nn.Module, Tensor]:
    found: dict[nn.Module, Tensor] = {}
    hooks = [layer.register_forward_hook(lambda at, _, out: found.__setitem__(at, out)) for layer in layers]
    network(seen)
    for hook in hooks:
        hook.remove()
    return found


def _normalise(norm: nn.BatchNorm2d, out: Tensor) -> None:
    """The same answers, but with the mean and the spread that its layer truly has."""
    mean, spread = out.mean((0, 2, 3)), out.var((0, 2, 3), unbiased=False)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread)
    norm.weight.copy_((spread + norm.eps).sqrt())
    norm.bias.add_(mean)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("examples", type=Path, nargs="+", help="folders that training.paint has filled")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    examples = [example for folder in arguments.examples for example in kept(folder)]
    arguments.out.mkdir(parents=True, exist_ok=True)
    for name, network, seen in _lessons(examples):
        model = in_use(name).read_bytes()
        rebuild(network, model, seen)
        off = _difference(network, model, seen)
        if off > AGREE:
            raise SystemExit(f"{name}: the rebuilt network differs by {off:.1e} from the one in use")
        torch.save(network.state_dict(), arguments.out / f"{name}.pt")
        print(f"{name}: differs by {off:.1e}", flush=True)


def _lessons(examples: list[Example]) -> list[tuple[str, Patches, Tensor]]:
    rng, pool, closer = np.random.default_rng(4), Pool(examples), Pool(examples, LIE_CLOSER)
    for each in (pool, closer):
        each.refill(SAMPLES // 10, rng)
    lie, lie_closer = ([sample for way in each.lie for sample in way] for each in (pool, closer))
    wanted = (
        ("aimer", aimer(), pool.aim),
        ("reader", reader(), pool.read),
        ("expert", expert(), pool.level),
        ("lier", lier(), lie),
        ("arbiter", arbiter(), lie_closer),
    )
    return [
        (
            name,
            network,
            functional.pixel_unshuffle(tensor(batch(list(samples)[:SAMPLES], rng)[0]), network.fold),
        )
        for name, network, samples in wanted
    ]


def _difference(network: nn.Module, model: bytes, seen: Tensor) -> float:
    used = cv2.dnn.readNetFromONNX(np.frombuffer(model, np.uint8))
    used.setInput(seen.numpy())
    with torch.no_grad():
        return float(np.abs(network(seen).numpy() - used.forward()).max())


if __name__ == "__main__":
    main()
