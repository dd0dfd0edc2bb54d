"""Runs the steps of deploy/Containerfile where no program can build images, and then what they have made.

`make image-check`. Each stage is a folder that begins as a copy of a fresh Debian (from debootstrap, with which the
images of Debian are made). Every RUN happens inside it, and every COPY takes only files that git knows, as a clean
checkout has them. At the end the server is started as the image says: as its user, on a root that nobody can write to,
until its health check succeeds and the page is there; then it is stopped. This needs root, debootstrap and a network,
and takes some minutes.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Final
from urllib.request import urlopen

ROOT: Final = Path(__file__).parent.parent
CONTAINERFILE: Final = ROOT / "deploy" / "Containerfile"
CERTIFICATES: Final = Path("etc/ssl/certs/ca-certificates.crt")
PATIENCE: Final = 600  # seconds until the server must be healthy; a machine may be busy


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Containerfile, each with its words."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [(name.upper(), rest.strip()) for name, _, rest in (line.partition(" ") for line in joined.splitlines())]


class Stage:
    """One stage of the build, and at the end the image."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.workdir, self.user, self.volume = "/", "0:0", ""
        self.entrypoint: list[str] = []
        self.command: list[str] = []
        self.health: list[str] = []

    def run(self, command: str) -> None:
        """As root, in the stage, with this machine's way to the network."""
        trusted = self.folder / CERTIFICATES
        trusted.parent.mkdir(parents=True, exist_ok=True)
        if (own := Path("/") / CERTIFICATES).is_file():  # a machine behind a proxy trusts more than Debian does
            shutil.copyfile(own, trusted)
        shutil.copyfile("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        network = {name: text for name, text in os.environ.items() if name.lower().endswith("_proxy")}
        env = {**self.env, **network, "DEBIAN_FRONTEND": "noninteractive", "PIP_CERT": f"/{CERTIFICATES}",
               "NODE_EXTRA_CA_CERTS": f"/{CERTIFICATES}"}  # fmt: skip
        inside = f"mount -t proc proc /proc; cd {shlex.quote(self.workdir)} && {command}"
        call(["unshare", "--mount", "--pid", "--fork", "chroot", str(self.folder), "/bin/sh", "-c", inside], env)

    def copy(self, words: str, stages: dict[str, Stage]) -> None:
        *sources, target = words.split()
        to = self.folder / str(Path(self.workdir) / target).lstrip("/")
        if sources[0].startswith("--from="):
            origin = stages[sources.pop(0).removeprefix("--from=")].folder
            call(["cp", "-a", *(str(origin / source.lstrip("/")) for source in sources), str(to)])
            return
        for source in sources:
            for file in tracked(source):
                place = to / Path(file).relative_to(source) if (ROOT / source).is_dir() else to
                place = place / Path(file).name if target.endswith("/") else place
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / file, place)


def tracked(source: str) -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", source]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [file for file in said if (ROOT / file).is_file()]


def call(command: list[str], env: dict[str, str] | None = None) -> None:
    subprocess.run(command, env=env, check=True)


def base(name: str, folder: Path) -> Path:
    """A fresh Debian of the release that the image is named after, kept for the next time."""
    release = name.rpartition(":")[2].removesuffix("-slim")
    kept = folder / f"debian-{release}"
    if not (kept / "etc/debian_version").is_file():
        call(["debootstrap", "--variant=minbase", release, str(kept)])
    return kept


def build(folder: Path) -> Stage:
    """All stages; the last one is the image."""
    stages: dict[str, Stage] = {}
    stage: Stage | None = None
    for name, rest in instructions(CONTAINERFILE.read_text(encoding="utf-8")):
        print(f"{name} {rest}", flush=True)
        if name == "FROM":
            image, _, alias = rest.partition(" AS ")
            stage = Stage(folder / (alias or "image"))
            shutil.rmtree(stage.folder, ignore_errors=True)
            call(["cp", "-a", str(base(image, folder)), str(stage.folder)])
            stages[alias or "image"] = stage
            continue
        assert stage is not None, "FROM comes first"
        match name:
            case "RUN":
                stage.run(rest)
            case "COPY":
                stage.copy(rest, stages)
            case "WORKDIR":
                stage.workdir = rest
                (stage.folder / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ENV":
                stage.env |= dict(word.split("=", 1) for word in shlex.split(rest))
            case "USER":
                stage.user = rest
            case "VOLUME":
                stage.volume = rest
            case "ENTRYPOINT":
                stage.entrypoint = json.loads(rest)
            case "CMD":
                stage.command = json.loads(rest)
            case "HEALTHCHECK":
                stage.health = json.loads(rest.partition("CMD ")[2])
            case "EXPOSE":
                pass
            case _:
                raise SystemExit(f"{CONTAINERFILE}: {name} is not understood here")
    assert stage is not None
    return stage


def start(image: Stage, data: Path) -> subprocess.Popen[bytes]:
    """The image as a container would run it: read-only, with /tmp and its volume, as its own user."""
    uid, _, gid = image.user.partition(":")
    os.chown(data, int(uid), int(gid))
    root = shlex.quote(str(image.folder))
    words = shlex.join([*image.entrypoint, *image.command])
    steps = [
        f"mount --bind {root} {root}",
        f"mount -o remount,bind,ro {root}",
        f"mount -t proc proc {root}/proc",
        f"mount -t tmpfs tmpfs {root}/tmp",
        f"chmod 1777 {root}/tmp",
        f"mount --bind {shlex.quote(str(data))} {root}{image.volume}",
        f"exec chroot --userspec={image.user} {root} {words}",
    ]
    return subprocess.Popen(["unshare", "--mount", "/bin/sh", "-ec", " && ".join(steps)], env=image.env)


def inside(process: subprocess.Popen[bytes], image: Stage, *command: str) -> int:
    """The exit status of a command in the running container."""
    entered = ["nsenter", "--mount", f"--target={process.pid}", "chroot", f"--userspec={image.user}", str(image.folder)]
    return subprocess.run([*entered, *command], env=image.env, capture_output=True, check=False).returncode


def check(image: Stage, data: Path) -> None:
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    process = start(image, data)
    try:
        end = monotonic() + PATIENCE
        while inside(process, image, *image.health):
            assert process.poll() is None, "the server has ended"
            assert monotonic() < end, "the health check never succeeded"
            sleep(0.5)
        with urlopen("http://127.0.0.1:1621/", timeout=30) as answer:
            assert b'<div id="app">' in answer.read(), "the page is not in the image"
        status = Path(f"/proc/{process.pid}/status").read_text()
        assert re.search(r"^Uid:\t10001\t", status, re.MULTILINE), "the server runs as another user"
        assert inside(process, image, "/usr/bin/touch", "/opt/tablee/x"), "the root can be written to"
        assert inside(process, image, "/usr/bin/touch", f"{image.volume}/x") == 0, "the volume cannot be written to"
        assert (data / "tablee" / "tables.db").is_file(), "the store is not on the volume"
    finally:
        process.send_signal(signal.SIGTERM)
        status_at_end = process.wait(60)
    assert status_at_end in (0, -signal.SIGTERM), f"the server ended with {status_at_end}"
    assert not (data / "tablee" / "tables.db-wal").exists(), "the store was not closed"
    print("the image is healthy, shows the page, runs as its own user on a read-only root, and stops in good order")


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    check(build(folder), folder / "data")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "build" / "image"))
