#!/usr/bin/env python3
"""Convert the data of the paper's matrix balancing and video co-localization for `acgd reproduce`.

    curl -LO "https://raw.githubusercontent.com/abbaskhademi/Adaptive-Step-Size/HEAD/\
Matrix%20Balancing/data.mat"
    python3 app/experiments/convert_mat.py data.mat --to DIR
    acgd reproduce matrix-balancing --data DIR

The same for Video%20Co-Localization/data.mat. The files are MAT 7.3 (HDF5), which h5py reads.
"""

import argparse
from pathlib import Path

import h5py
import numpy as np

BOXES = 20
# Numbers of frames of the five videos. The file has no graph: the authors' oracle takes the best
# box of each of 33 frames, which is a shortest path if each box is connected to every box of the
# next frame. The division of frames into videos does not change the set.
FRAMES = (8, 7, 7, 4, 7)


def read(path):
    """Read the arrays of a MAT 7.3 file (HDF5 is row-major: A appears as A')."""
    with h5py.File(path) as file:
        wanted = [name for name in ("A", "b", "x0") if name in file]
        arrays = {name: np.asarray(file[name], dtype=np.float64).T for name in wanted}
    for name in arrays:
        arrays[name] = np.ascontiguousarray(arrays[name] if name == "A" else arrays[name].ravel())
    return arrays


def graph():
    """Return nodes.csv and edges.csv of the layered graphs."""
    nodes, edges = ["node,video,frame,box"], ["video,from_node,to_node"]
    first = 0
    for video, frames in enumerate(FRAMES, 1):
        for frame in range(frames):
            boxes = range(first, first + BOXES)
            nodes += [f"{i},{video},{frame + 1},{i - first + 1}" for i in boxes]
            if frame > 0:
                edges += [f"{video},{i - BOXES},{j}" for i in boxes for j in boxes]
            first += BOXES
    return {"nodes.csv": nodes, "edges.csv": edges}


def convert(path, to):
    """Write the arrays, and the graph of the video, into the folder for --data."""
    arrays = read(path)
    kinds = {
        (100, "A", "x0"): "matrix-balancing",
        (BOXES * sum(FRAMES), "A", "b", "x0"): "video-colocalization",
    }
    size = arrays["A"].shape[0] if "A" in arrays else 0
    folder = kinds.get((size, *arrays))
    square = all(a.shape in ((size, size), (size,)) for a in arrays.values())
    if folder is None or not square:
        shapes = ", ".join(f"{name} {a.shape}" for name, a in arrays.items()) or "no A, b or x0"
        raise SystemExit(
            f"{path}: has {shapes}; must have A 100 x 100 and x0, or A 660 x 660, b, x0"
        )
    folder = Path(to) / folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", array)
    if size != 100:
        for name, lines in graph().items():
            (folder / name).write_text("\n".join(lines) + "\n")
    return folder


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", help="data.mat of the authors' repository")
    parser.add_argument("--to", default="data", help="the folder for --data; data unless given")
    arguments = parser.parse_args()
    print(f"{convert(arguments.file, arguments.to)} is there; acgd reproduce --data finds it")
