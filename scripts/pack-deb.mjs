// Makes a Debian package: `npm run pack:deb [-- <folder>]` writes it there (default: dist/packages). It holds the native
// program of this machine; with --node the one for Node, for whatever machine has that. For tests, --program <file> is the
// native program.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

const {
  values: { node: isNode, program: programFile },
  positionals: [folder = 'dist/packages'],
} = parseArgs({
  options: {
    node: { type: 'boolean', default: false },
    program: { type: 'string', default: `dist/native/capstan-linux-${process.arch}` },
  },
  allowPositionals: true,
})
const target = resolve(folder)
const version = readFileSync('VERSION', 'utf8').trim()
const { description, license } = JSON.parse(readFileSync('package.json', 'utf8'))

const architecture = isNode ? 'all' : ARCHITECTURES[process.arch]
const program = resolve(programFile)
if (!isNode && !existsSync(program))
  throw new Error(`${program} is missing: run "npm run build:native" first, or pack with --node`)

const CONTROL = `Package: capstan
Version: ${version.replace('-', '~')}
Architecture: ${architecture}
Section: devel
Priority: optional
Depends: ${isNode ? 'nodejs (>= 20.19)' : 'libc6'}
Recommends: git, ripgrep, bubblewrap, socat
Maintainer: Capstan <capstan@localhost>
Description: ${description}
 Reads, edits and runs code in a project at your word, asks before it acts,
 and works with many model providers.
`

/** What the program compiled of itself when root ran it is not in the list of files. */
const REMOVE = '#!/bin/sh\nset -e\nrm -rf /usr/lib/capstan/dist/compile-cache\n'

const staging = mkdtempSync(join(tmpdir(), 'capstan-deb-'))
try {
  const root = join(staging, 'root')
  const put = (path, data, mode = 0o644) => {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, data)
    chmodSync(file, mode)
  }
  const print = (name, locale = 'C') =>
    execFileSync(process.execPath, ['dist/cli.mjs', 'completion', name], {
      env: { ...process.env, LC_ALL: locale, CAPSTAN_CONFIG_DIR: staging },
    })
  const parts = isNode ? ['bin', 'dist', 'CHANGELOG.md'] : []
  for (const name of [...parts, 'VERSION', 'package.json'])
    cpSync(name, join(root, 'usr/lib/capstan', name), {
      recursive: true,
      filter: path => !/dist[/](?:compile-cache|packages|native|[.]modules|[.]stamp)/.test(path),
    })
  if (!isNode) {
    copyFileSync(program, join(root, 'usr/lib/capstan/capstan'))
    chmodSync(join(root, 'usr/lib/capstan/capstan'), 0o755)
  }
  mkdirSync(join(root, 'usr/bin'))
  symlinkSync(`../lib/capstan/${isNode ? 'bin/' : ''}capstan`, join(root, 'usr/bin/capstan'))
  put('usr/share/man/man1/capstan.1.gz', gzipSync(readFileSync('dist/capstan.1'), { level: 9 }))
  put('usr/share/man/zh_CN/man1/capstan.1.gz', gzipSync(print('man', 'zh_CN.UTF-8'), { level: 9 }))
  put('usr/share/bash-completion/completions/capstan', print('bash'))
  put('usr/share/zsh/vendor-completions/_capstan', print('zsh'))
  put('usr/share/fish/vendor_completions.d/capstan.fish', print('fish'))
  put('usr/share/doc/capstan/copyright', `License: ${license}\n\n${readFileSync('LICENSE', 'utf8')}`)
  put('DEBIAN/control', CONTROL)
  if (isNode) put('DEBIAN/prerm', REMOVE, 0o755)
  mkdirSync(target, { recursive: true })
  const file = join(target, `capstan_${version}_${architecture}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '--build', root, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.stdout.write(`${file}\n`)
} finally {
  rmSync(staging, { recursive: true, force: true })
}
