// Installs what only tests use and npm can bring: real servers (test/servers) and real clients (test/clients), public
// programs that drive this one, stand between it and a model or read its sessions. They lie apart from the program's own
// packages and stay until their lock file changes. Where they cannot be had, one line says so.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const TEST = join(import.meta.dirname, '..', 'test')

/** Exit code and what npm says of its errors. */
const npm = args =>
  new Promise(resolve => {
    let said = ''
    const child = spawn('npm', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    })
    child.stderr.setEncoding('utf8').on('data', text => (said += text))
    child.on('error', ({ message }) => resolve({ code: 1, said, message }))
    child.on('close', code => resolve({ code: code ?? 1, said }))
  })

const install = async directory => {
  const lock = readFileSync(join(directory, 'package-lock.json'), 'utf8')
  const stamp = join(directory, 'node_modules', '.stamp')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return 0
  const what = `the ${basename(directory)} that tests use`
  process.stderr.write(`installing ${what} (once)\n`)
  const { code, said, message } = await npm([
    ...['ci', '--prefix', directory, '--ignore-scripts', '--omit=optional', '--prefer-offline'],
    // One of them is a program for this system alone; elsewhere it lies there and is not used.
    ...['--os=linux', '--cpu=x64', '--no-audit', '--no-fund', '--loglevel=error'],
    // Without a network npm would try for minutes.
    ...['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
  ])
  if (code === 0) {
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, lock)
  } else {
    const why = /^npm error (?!code |syscall |errno |type |A complete log)(.+)$/m.exec(said)?.[1] ?? message
    process.stderr.write(`${what} could not be installed (${why ?? 'npm failed'})\n`)
  }
  return code
}

const directories = process.argv[2] ? [process.argv[2]] : [join(TEST, 'servers'), join(TEST, 'clients')]
const codes = await Promise.all(directories.map(install))
process.exitCode = codes.find(code => code !== 0) ?? 0
