from tests.vectors import write

write()
