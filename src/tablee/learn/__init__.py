"""`tablee learn`: nets that learn a game by playing themselves, on the vector environments. It needs PyTorch, which
`pip install "tablee[learn]"` brings; a net that has learned plays with NumPy alone (`tablee.bots.nets`).
"""
