"""`python -m training.blend OLD.onnx NEW.onnx --share 0.6 --out OUT.onnx`: a network between two of one line.

A network that was trained on from another on new pictures is surer of these and less sure of all others;
between the two lie networks that are nearly as good on the new ones and as good as before on the rest.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def blended(old: onnx.ModelProto, new: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """The new model with weights that are this share its own, the rest of them the old one's."""
    before = {each.name: each for each in old.graph.initializer}
    after = {each.name: each for each in new.graph.initializer}
    for one, other in zip(_weights(old), _weights(new), strict=True):
        mixed = (1 - share) * numpy_helper.to_array(before[one])
        mixed = mixed + share * numpy_helper.to_array(after[other])
        after[other].CopyFrom(numpy_helper.from_array(mixed.astype(np.float32), other))
    return new


def _weights(model: onnx.ModelProto) -> list[str]:
    layers = [node for node in model.graph.node if node.op_type in ("Conv", "Gemm")]
    return [name for node in layers for name in node.input[1:]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--share", type=float, default=0.6, help="of the new one")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    onnx.save(blended(onnx.load(arguments.old), onnx.load(arguments.new), arguments.share), arguments.out)


if __name__ == "__main__":
    main()
