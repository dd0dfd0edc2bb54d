"""The kernels on a GPU: the same functions over the same records, compiled for CUDA by numba-cuda.

A thread plays a lane. What it plays is what the lane of that number plays on the CPU, byte by byte;
`tests/test_cuda.py` compares the two. `many` plays whole games, `vector` steps many lanes for training. `course` has
the loops, `device` compiles and says what is missing, and `arrays` hands device memory to other libraries.
"""
