"""Runs Capstan as an agent of Harbor (https://harborframework.com), in the container of each task.

    harbor run -d terminal-bench@2.0 -m anthropic/claude-sonnet-4-5 \
        --agent-import-path capstan_agent:CapstanAgent

Put this file on PYTHONPATH. Keys come from the environment in which Harbor runs. Options, as --agent-kwarg name=value:

    package      what npm installs: a version such as capstan@1.2.3, or a .tgz on this machine (default: capstan)
    flags        more flags of "capstan -p", as on a command line
    max_turns    at most so many model requests
"""

import json
import os
import re
import shlex
from pathlib import Path

from harbor.agents.base import BaseAgent
from harbor.environments.base import BaseEnvironment
from harbor.models.agent.context import AgentContext

NODE_VERSION = "24"
INSTRUCTION = "/tmp/capstan-instruction.md"
PACKAGE = "/tmp/capstan-package.tgz"
OUTPUT = "/logs/agent/capstan.json"
KEYS = re.compile(r"_API_KEY$|_AUTH_TOKEN$|_OAUTH_TOKEN$|_BASE_URL$|^AWS_|^GOOGLE_|^CLAUDE_CODE_USE_")

# Node comes from the image, its package manager, or nodejs.org, whichever there is first.
INSTALL_NODE = f"""
set -e
new_enough() {{ command -v node >/dev/null && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ]; }}
new_enough && exit 0
if command -v apk >/dev/null; then apk add --no-cache nodejs npm bash && new_enough && exit 0; fi
if ! command -v curl >/dev/null; then
  if command -v apt-get >/dev/null; then apt-get update -qq && apt-get install -y -qq curl ca-certificates xz-utils
  elif command -v dnf >/dev/null; then dnf install -y -q curl xz tar; fi
fi
case "$(uname -m)" in aarch64|arm64) arch=arm64 ;; *) arch=x64 ;; esac
base=https://nodejs.org/dist/latest-v{NODE_VERSION}.x
name=$(curl -fsSL "$base/SHASUMS256.txt" | grep -o "node-v[0-9.]*-linux-$arch.tar.gz" | head -1)
curl -fsSL "$base/$name" | tar -xz -C /usr/local --strip-components=1
new_enough
"""


class CapstanAgent(BaseAgent):
    """One headless session for each task; the container is its border."""

    def __init__(self, logs_dir, model_name=None, *args, package="capstan", flags="", max_turns=None, **kwargs):
        super().__init__(logs_dir, model_name, *args, **kwargs)
        self._package = package
        self._flags = shlex.split(flags)
        self._max_turns = max_turns

    @staticmethod
    def name() -> str:
        return "capstan"

    def version(self) -> str | None:
        match = re.search(r"@(\d[\w.-]*)$", self._package)
        return match.group(1) if match else None

    async def setup(self, environment: BaseEnvironment) -> None:
        await self._must(environment, INSTALL_NODE)
        package = self._package
        if Path(package).is_file():
            await environment.upload_file(Path(package), PACKAGE)
            package = PACKAGE
        await self._must(environment, f"npm install --global --no-audit --no-fund {shlex.quote(package)}")
        await self._must(environment, "capstan --version")

    async def run(self, instruction: str, environment: BaseEnvironment, context: AgentContext) -> None:
        # By a file: an instruction may be longer than a command line, and begin with a dash.
        local = Path(self.logs_dir) / "instruction.md"
        local.parent.mkdir(parents=True, exist_ok=True)
        local.write_text(instruction, encoding="utf8")
        await environment.upload_file(local, INSTRUCTION)
        command = f"mkdir -p /logs/agent && {shlex.join(self._words())} < {INSTRUCTION} > {OUTPUT}"
        result = await environment.exec(command=command, env=self._keys())
        told = await environment.exec(command=f"tail -n 1 {OUTPUT}")
        self._tell(context, told.stdout or "")
        if result.return_code != 0 and not (told.stdout or "").strip():
            raise RuntimeError(f"capstan ended with {result.return_code}: {(result.stderr or '')[-2000:]}")

    def _words(self) -> list[str]:
        words = ["capstan", "-p", "--output-format", "json", "--permission-mode", "acceptEdits"]
        words += ["--permission-prompts", "none", "--allowedTools=Bash", "--allowedTools=WebFetch"]
        if self.model_name:
            words += ["--model", self.model_name]
        if self._max_turns is not None:
            words += ["--max-turns", str(self._max_turns)]
        return words + self._flags

    @staticmethod
    def _keys() -> dict[str, str]:
        return {name: value for name, value in os.environ.items() if KEYS.search(name)}

    @staticmethod
    def _tell(context: AgentContext, line: str) -> None:
        try:
            result = json.loads(line)
        except ValueError:
            return  # it was ended before it had a result
        usage = result.get("usage", {})
        read = usage.get("cache_read_input_tokens", 0)
        written = usage.get("cache_creation_input_tokens", 0)
        context.n_input_tokens = usage.get("input_tokens", 0) + read + written
        context.n_cache_tokens = read
        context.n_output_tokens = usage.get("output_tokens", 0)
        context.cost_usd = result.get("total_cost_usd")

    @staticmethod
    async def _must(environment: BaseEnvironment, command: str) -> None:
        result = await environment.exec(command=command)
        if result.return_code != 0:
            raise RuntimeError(f"{command.strip()[:200]}: {(result.stderr or result.stdout or '')[-2000:]}")
