#!/usr/bin/env bash
# Makes sure that chromium, chromedriver and python3 are there for the tests of the pages. Installs them from the distribution
# where that is possible (root, apt). Exits with 77 where it is not, for the caller to skip its test; with CI=true, where
# nothing may be skipped, with 1.
set -euo pipefail

have_all() { command -v chromium && command -v chromedriver && command -v python3; } >/dev/null

if have_all; then exit 0; fi
if [[ $(id -u) == 0 ]] && command -v apt-get >/dev/null; then
    echo "installing chromium, chromium-driver and python3" >&2
    { timeout 300 apt-get update && timeout 300 env DEBIAN_FRONTEND=noninteractive apt-get install -y \
        --no-install-recommends chromium chromium-driver fonts-dejavu-core python3; } >/dev/null || true
fi
if have_all; then exit 0; fi
if [[ ${CI:-} == true ]]; then
    echo "chromium, chromedriver or python3 is missing and could not be installed" >&2
    exit 1
fi
exit 77
