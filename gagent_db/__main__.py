"""``python -m gagent_db``."""

from .cli import main

if __name__ == "__main__":
    main(prog_name="gagent-db")
