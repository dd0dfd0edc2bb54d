#!/bin/sh
# A real Chromium for the tests: the one that is there, else Debian's package, where that may be installed.
set -eu
for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
  if [ -n "$name" ] && command -v "$name" >/dev/null; then exit 0; fi
done
if command -v apt-get >/dev/null; then
  if [ "$(id -u)" = 0 ]; then as=""; else as="sudo -n"; fi
  $as apt-get update -qq && $as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null && exit 0
fi
echo "the tests need Chromium: install it, or say where it is in CHROMIUM" >&2
exit 1
