import { arch, cpus, release, totalmem } from 'node:os'
import { CONTRACT } from './contract.ts'
import { type Row, renderTable } from './table.ts'

/** docs/benchmarks.md, whole. It is written by the benchmark and by nothing else. */
export const renderReport = (
  rows: readonly Row[],
  facts: { readonly date: Date; readonly version: string },
): string => `\
# Benchmarks

Written by \`npm run bench\`; do not edit. Figures of one machine on one day: compare the ratios, not the milliseconds.

- ${facts.date.toISOString().slice(0, 10)}, Capstan ${facts.version}, Node ${process.versions.node}
- ${machine()}

${renderTable(rows)}

${renderPromises()}

## What stands beside what

The floor is \`bench/floor-agent.mjs\`: an agent in about 60 lines with no features (no permissions, no session file, no
settings, no prompt), on the same runtime, written as one writes it there, with fetch. Both talk to \`bench/server.ts\`, a
scripted model in a process of its own that takes the times. Runs alternate (ours, floor, ours, floor, …), the first
rounds are thrown away, and a figure is a median.

- **spawn to first request**: from just before the process is made until the headers of its first request arrive, for
  \`capstan -p hi\` through the launcher.
- **the lean floor** is the same agent on node:http, taken with \`process.getBuiltinModule\` so that nothing of fetch is
  loaded (see decisions/0001), as Capstan does it. Nobody writes an agent so; it shows how much of a figure is ours.
- **200 memories beside none**: the same run with a memory directory of 200 files, searched by words before the request,
  and with memory off. The target is the difference.
- **300 skills beside 20**: the same run with that many skills of the person, which an earlier run has read. The target is
  the difference.
- **ten MCP servers beside none**: the same run with ten servers of twenty tools configured and none of them used; their
  tools are known from a run before. The target is the difference.
- **overhead per turn**: from the last byte of a reply to the headers of the next request. Every turn reads another file.
- **CPU per turn**: user and system time of all threads of the program between its first and its last request.
- **first gap**: the same from the first reply that calls something: what calls need is loaded then, because this model
  answers before anything could be loaded while it thinks.
- **gap of a shell turn**: the same of twelve times \`echo\`, without the first two.
- **turn 200 beside turn 20**: medians of the ten turns on either side. It stays flat when no work grows with the history.
- **300 turns of 10 KB**: the request grows to megabytes. Its first line ends at the headers, its second at the last byte,
  which also pays for sending and receiving the megabytes.
- **50 sessions in serve**: one \`capstan serve\` whose sessions all stream; from the moment the model sends a token to the
  moment a client has read the event, for both clients of each session. Five further clients never read.
- **sleep 3, 2, 1**: read-only shell calls start while the reply still streams; from the beginning of the reply to the
  next request. The ideal is the longest chain: a block complete at 1 s plus 3 s of work.
- **\`echo\` in the sandbox**: one Bash call, from the last byte of the reply to the headers of the next request; the floor is
  Capstan itself without the sandbox. Not measured where bubblewrap is missing.
- **permission verdict**: the whole decision about one shell command, rules and paths on disk included, in this process.
  Beside it the bare parse of the same text. The lines of 10 KB make one part of the check work hard each (words, paths,
  wildcards, substitutions, wrappers, nesting, equal and different commands), with three rules and with two hundred more.
  Each is the first verdict of a fresh process that has loaded its modules and judged \`true\`: nothing is warm. Of five
  such processes the best counts: the check is the same each time, what else the machine does is not.
- **reads in a script**: from the last byte of the reply that calls Script to the headers of the next request, a thousandth
  of it; beside it a 250th of the same of a reply that calls Read 250 times. The target is the difference. **First use** is a
  script with one read beside that read: the thread and the interpreter are made for it.
- **one Grep**: from the last byte of the reply that calls it to the headers of the next request, in a generated tree of
  small files of which one in fifty matches. Beside it stands the bare program with the same pattern, from making its
  process to the end of its output. Capstan also searches hidden files, dates every match and sorts by that.
- **shell command in 5,000 files**: \`echo x > made\`, from the last byte of the reply that calls it to the headers of the
  next request; the floor starts the same command and looks at nothing. Capstan also judges the command, takes over the
  person's shell, and remembers how every file was before and after, so that a rewind can bring it back: the first time
  it finds out how all files are.
- **billed input**: what the input of a loop of 20 small reads costs at a provider with a prompt cache, in tokens at the
  full price: what is read from the cache counts a tenth, what is written to it five quarters. The cache is simulated, with
  four bytes a token. The floor has hardly a prompt, and no marks.
- **system prompt and tools**: what stands in front of every conversation, four bytes a token.
- **resume**: a generated session of prompts, reads and answers, four fifths of it before a compaction; from just before
  the process is made until the headers of the request that carries it on, a fifth of the file in it.
- **list of sessions**: \`capstan sessions list --all --json\` from making the process to its end, without the index it
  keeps and then with it.
- **2,000 turns**: a host says 2,000 prompts to one process; each turn is five reads and an answer, and the conversation
  is summed up whenever the window is full. Medians of a hundred turns at the end and around turn 100; memory is the
  resident set.
- **peak memory**: the high-water mark of the resident set (\`VmHWM\`), read by the program itself at its end.
- **terminal**: the program in a pseudo-terminal of 120 × 40 whose bytes an emulator reads, beside the least program with
  Ink that is still a conversation (\`bench/terminal/floor-ink.mjs\`, bundled and minified like ours): a line to type in, the
  end of the reply that streams, finished replies above it; no Markdown, no dialogs. **Start**: from making the process to a
  letter on the screen that was typed when the prompt appeared. **Keys**: from writing a byte to the terminal to the letter
  in the emulator, 200 times, at rest, while a reply streams, and after 60 turns of 3 KB; while
  ten agents stream at 100 tokens a second each, beside the same program at rest. **Streaming**: 2,000 tokens of
  Markdown at 100 a second; a cell above the live part that changes, or is erased and written again, counts. **Interrupt**:
  from Esc until the server sees the connection closed, and until a letter typed then is on the screen. **Memory**: the
  resident set. What is compared with its own beginning (after 60 and 500 turns, after 2,000 messages that were resumed) has
  that in the place of the floor.
- **file index**: one key of a query against that many paths, the whole answer.

A target is a wish, not a test: MISS fails nothing here. What the test suite holds of this, with room for a slow machine,
is in \`test/e2e/bench-ratios.test.ts\`. To measure another build: \`npm run bench -- --program <its directory>\`.
`

const machine = (): string => {
  const cores = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${process.platform} ${release()} on ${arch()}, ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown'}, ${memory} GiB`
}

const renderPromises = (): string => `\
## The contract

These limits are kept: \`npm run bench:contract\` measures them and fails when one is broken, and every test run measures
the ratios with wider limits, because other programs run beside it there.

| what | limit |
|---|---|
${CONTRACT.map(({ what, most, unit }) => `| ${what} | ≤ ${most} ${unit} |`).join('\n')}

## The native program

\`npm run build:native\` makes one file, with Bun or with Node's single executables (SEA): both were measured in November
2026 on the machine above at realtime priority, in turns, medians of at least 8 rounds. Bun's file is
the whole program and reads only the parts that a run needs; Node's was made without the terminal's screen, which does not
fit into its format, and reads all of it at every start.

| | \`--version\` | spawn to first request | peak memory | size |
|---|---|---|---|---|
| **Bun 1.4, compiled, bytecode** | 7.0 ms | 46 ms | 51 MB | 138 MB |
| Node 26 SEA with code cache | 76 ms | 256 ms | 120 MB | 159 MB |
| Node 26 SEA without | 415 ms | 581 ms | 199 MB | 159 MB |
| the npm package on its own Node 26 | 2 ms | 117 ms | 65 MB | 8 MB |
| a bare program, Bun (prints a word; the floor agent) | 6.2 ms | 8.7 ms | | |
| a bare program, Node (the floor agent) | | 96 ms | | |

So it is Bun. In a terminal, a letter typed at once is on the screen after 33 ms (the npm package: 81 ms at best).

A bare program on Bun is faster by far: 8.7 ms, so the first request takes 5.3 times as long, not twice. What a program of this size cannot do without on Bun: loading all the code that leads to the first request and then doing nothing
takes 8.8 ms (2.6 more than printing a word), and the same work done a second time in the same process takes 9 ms, which
together with the bare program's way to a request makes about 20 ms. The rest is what code costs there when it runs for
the first time: some 1,700 functions before the first request, at 5 µs each for decoding alone, and ten megabytes of
memory that the kernel hands out page by page.

What helped (68 ms before): requests leave through the fetch that is built in (node:http is read from source there,
17 ms), modules of the runtime are read when they are used and not at all for a hash (node:crypto, 3 ms), our own modules
run when something out of them is first used, the date is said without the runtime's zone tables (7 ms), and compiling to
machine code waits until the first request has left.

## Beside other agents

We know of no figures of this kind from the makers of other terminal agents. These are published by others, each on a
machine of their own: they show an order of magnitude and can't be compared with the table above.

| program | start | peak memory | package | published by |
|---|---|---|---|---|
| Claude Code 1.0.123 | 603 ms (\`--version\`) | | | [issue 8164](https://github.com/anthropics/claude-code/issues/8164), September 2025, macOS |
| Codex CLI, the version of that day | 55 ms (\`--version\`) | | | the same |
| Claude Code 2.0.76 | 266 ms | 333 MB | 174 MB | [the Cersei project](https://cersei.pacifio.dev/docs/bench-vs-claude-code), whose own agent competes with them, Apple Silicon |
| Codex CLI 0.118.0 | 57 ms | 45 MB | about 15 MB | the same |`
