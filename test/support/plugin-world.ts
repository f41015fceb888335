import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { PluginQuestion, StoreDeps } from '../../src/features/plugins/store/store-deps.ts'
import { type DeskOptions, gatherNow, storeDeps } from '../../src/host/plugins/desk-options.ts'
import { tmpDir } from './tmp-dir.ts'

type Files = Readonly<Record<string, unknown>>

export const putFiles = (root: string, files: Files): string => {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}

export interface PluginWorld extends AsyncDisposable {
  readonly root: string
  readonly project: string
  readonly home: string
  readonly configHome: string
  /** What was asked, and what is answered. */
  readonly asked: PluginQuestion[]
  answer: boolean
  readonly desk: DeskOptions
  deps(more?: Partial<StoreDeps>): StoreDeps
  /** A marketplace of its own with one plugin `fmt` of these files. */
  marketplace(files: Files, entry?: Files): string
}

/** A home, a config home and a project, with plugins managed from the project. */
export const pluginWorld = (): PluginWorld => {
  const tmp = tmpDir()
  const at = (name: string): string => {
    mkdirSync(join(tmp.path, name), { recursive: true })
    return join(tmp.path, name)
  }
  const [project, home, configHome] = [at('project'), at('home'), at('home/.capstan')]
  const world: PluginWorld = {
    root: tmp.path,
    project,
    home,
    configHome,
    asked: [],
    answer: true,
    desk: {
      start: { cwd: project, home, configHome },
      env: { PATH: '/usr/bin:/bin', HOME: home },
      async agree(question) {
        world.asked.push(question)
        return world.answer
      },
    },
    deps: more => ({ ...storeDeps(world.desk, gatherNow(world.desk)), ...more }),
    marketplace(files, entry = {}) {
      const root = join(tmp.path, 'market')
      putFiles(join(root, 'plugins/fmt'), files)
      return putFiles(root, {
        '.claude-plugin/marketplace.json': {
          name: 'acme',
          owner: { name: 'Acme' },
          plugins: [{ name: 'fmt', source: './plugins/fmt', description: 'Formats', ...entry }],
        },
      })
    },
    async [Symbol.asyncDispose]() {
      await tmp[Symbol.asyncDispose]()
    },
  }
  return world
}

interface TarEntry {
  readonly path: string
  readonly content?: string
  /** `0` a file, `2` a link, `1` a hard link. */
  readonly type?: string
  readonly link?: string
  /** Says another size than it has. */
  readonly size?: number
}

/** A tar archive, packed. */
export const tarOf = (entries: readonly TarEntry[]): Uint8Array => {
  const blocks = entries.flatMap(({ path, content = '', type = '0', link = '', size }) => {
    const body = Buffer.from(content)
    const header = Buffer.alloc(512)
    header.write(path, 0, 100)
    header.write('0000755\0', 100)
    header.write(`${(size ?? body.length).toString(8).padStart(11, '0')}\0`, 124)
    header.write(type, 156)
    header.write(link, 157, 100)
    header.write('ustar\0', 257)
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
