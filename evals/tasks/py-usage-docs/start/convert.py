import argparse


def parser():
    options = argparse.ArgumentParser(prog="convert.py")
    options.add_argument("--format", default="png", choices=["png", "webp"])
    options.add_argument("--quality", type=int, default=82)
    options.add_argument("--strip-metadata", action="store_true")
    options.add_argument("--jobs", type=int, default=4)
    return options


if __name__ == "__main__":
    print(parser().parse_args())
