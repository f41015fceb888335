// Makes the extension for VS Code: `npm run pack:vscode [-- <folder>]` writes its .vsix there (default: dist/packages).
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import { build } from 'esbuild'

const HERE = 'packaging/vscode'
/** What the package may hold; a file of another kind is a mistake. */
const TYPES = {
  '.json': 'application/json',
  '.cjs': 'application/javascript',
  '.js': 'application/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.vsixmanifest': 'text/xml',
}

/** The files of the installed extension by their names. */
export const extensionFiles = async () => {
  const version = readFileSync('VERSION', 'utf8').trim()
  const manifest = {
    ...JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')),
    version: plain(version),
  }
  const text = name => readFileSync(join(HERE, name), 'utf8')
  const names = ['package.nls.json', 'package.nls.zh-cn.json']
  checkManifest(manifest, names.map(text).map(JSON.parse))
  const shared = {
    bundle: true,
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    write: false,
    logLevel: 'warning',
  }
  const extension = await build({
    ...shared,
    entryPoints: [join(HERE, 'src/extension.ts')],
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Faster, and compiled for a machine: where they are not, the rest does the same.
    external: ['vscode', 'bufferutil', 'utf-8-validate'],
  })
  const bridge = await build({
    ...shared,
    entryPoints: [join(HERE, 'page/bridge.ts')],
    platform: 'browser',
    format: 'iife',
    target: 'chrome120',
  })
  return new Map([
    ['package.json', JSON.stringify(manifest, null, 2)],
    ...names.map(name => [name, text(name)]),
    ['README.md', text('README.md')],
    ['LICENSE.txt', readFileSync('LICENSE', 'utf8')],
    ['dist/extension.cjs', extension.outputFiles[0].text],
    ['media/bridge.js', bridge.outputFiles[0].text],
    ...readdirSync(join(HERE, 'media')).map(name => [`media/${name}`, text(`media/${name}`)]),
  ])
}

/** The editor takes three numbers and nothing behind them. */
const plain = version => version.split('-')[0]

/** The documented rules of an extension's manifest, as far as this one can break them. Throws. */
export const checkManifest = (manifest, catalogues) => {
  const problems = []
  const must = (holds, text) => {
    if (!holds) problems.push(text)
  }
  must(/^[a-z0-9][a-z0-9-]*$/.test(manifest.name), 'name: lower case letters, digits and dashes')
  must(/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(manifest.publisher ?? ''), 'publisher: letters, digits and dashes')
  must(/^\d+\.\d+\.\d+$/.test(manifest.version), 'version: three numbers')
  must(/^\^?\d+\.\d+\.\d+$/.test(manifest.engines?.vscode ?? ''), 'engines.vscode: a version that is not *')
  must(typeof manifest.main === 'string', 'main: where it begins')
  must(manifest.icon === undefined || !manifest.icon.endsWith('.svg'), 'icon: not an SVG')
  const {
    commands = [],
    menus = {},
    keybindings = [],
    views = {},
    viewsContainers = {},
  } = manifest.contributes
  const known = new Set(commands.map(({ command }) => command))
  for (const { command } of [...Object.values(menus).flat(), ...keybindings])
    must(known.has(command), `${command}: in a menu or a key, and not among the commands`)
  const containers = Object.values(viewsContainers).flat()
  for (const id of Object.keys(views))
    must(
      containers.some(container => container.id === id),
      `views.${id}: there is no such container`,
    )
  for (const { icon } of [...containers, ...Object.values(views).flat()])
    must(
      readdirSync(join(HERE, 'media')).includes(icon.replace('media/', '')),
      `${icon}: there is no such file`,
    )
  for (const [key, { scope }] of Object.entries(manifest.contributes.configuration.properties))
    must(['machine', 'application'].includes(scope), `${key}: a folder must not be able to set it`)
  const used = new Set([...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(found => found[1]))
  for (const catalogue of catalogues) {
    for (const key of used) must(key in catalogue, `%${key}%: missing in a language`)
    for (const key of Object.keys(catalogue)) must(used.has(key), `%${key}%: said nowhere`)
  }
  if (problems.length > 0) throw new Error(`The manifest of the extension is wrong:\n${problems.join('\n')}`)
}

const escaped = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** What an installer reads of a package, as the format wants it. */
const describe = ({ name, publisher, version, displayName, engines, categories }, { description }) =>
  `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(name)}" Version="${version}" Publisher="${escaped(publisher)}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Categories>${escaped(categories.join(','))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`

const contentTypes = names => {
  const endings = [...new Set(names.map(name => /\.\w+$/.exec(name)?.[0] ?? ''))].sort()
  const rows = endings.map(ending => {
    if (!TYPES[ending]) throw new Error(`the package has a file of kind "${ending}"`)
    return `<Default Extension="${ending}" ContentType="${TYPES[ending]}"/>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${rows.join('')}</Types>\n`
}

export const packVsix = async target => {
  const files = await extensionFiles()
  const manifest = JSON.parse(files.get('package.json'))
  const named = [...files].map(([name, text]) => [`extension/${name}`, text])
  const all = [
    ['extension.vsixmanifest', describe(manifest, JSON.parse(files.get('package.nls.json')))],
    ...named,
  ]
  const types = contentTypes(all.map(([name]) => name))
  mkdirSync(target, { recursive: true })
  const file = join(target, `${manifest.name}-vscode-${manifest.version}.vsix`)
  writeFileSync(file, zip([['[Content_Types].xml', types], ...all]))
  return file
}

/** A zip of texts. The same texts are the same bytes: no time, no attribute of this machine. */
const zip = texts => {
  const parts = []
  const directory = []
  let at = 0
  for (const [name, text] of texts) {
    const data = Buffer.from(text)
    const packed = deflateRawSync(data, { level: 9 })
    const title = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x0800, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt16LE(0x21, 8)
    shared.writeUInt32LE(crc32(data), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(data.length, 18)
    shared.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from('PK\x03\x04'), shared, title, packed)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), shared, place, title)
    at += 30 + title.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(texts.length, 4)
  end.writeUInt16LE(texts.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}

const TABLE = Array.from({ length: 256 }, (_, at) => {
  let value = at
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

const crc32 = data => {
  let value = 0xffffffff
  for (const byte of data) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.stdout.write(`${await packVsix(resolve(process.argv[2] ?? 'dist/packages'))}\n`)
