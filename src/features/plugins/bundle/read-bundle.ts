import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readPlainBytes } from '../../../lib/files/read-plain-file.ts'
import { parseBoundedJson } from '../../../lib/values/parse-bounded-json.ts'
import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { unpackArchive } from '../fetch/unpack-archive.ts'
import { unpackZip } from '../fetch/unpack-zip.ts'
import { LIMITS } from '../fetch/unpacked.ts'
import type { Complaint } from '../format/complaint.ts'
import { PluginError } from '../plugin-error.ts'
import { type BundleManifest, isInside, readBundleManifest } from './bundle-manifest.ts'

/** A bundle that was looked at: nothing of it is unpacked, nothing has run. */
export interface Bundle {
  readonly file: string
  /** Of all its bytes. */
  readonly sha256: string
  readonly manifest: BundleManifest
}

type BundleRead =
  | { readonly kind: 'bundle'; readonly bundle: Bundle; readonly complaints: readonly Complaint[] }
  | { readonly kind: 'broken'; readonly complaints: readonly Complaint[] }

const MANIFEST = 'manifest.json'
/** A manifest is small. */
const MANIFEST_LIMITS = { ...LIMITS, bytes: 4 * 1024 * 1024 }

export const isBundlePath = (path: string): boolean => /\.(?:mcpb|dxt)$/i.test(path)

/** What a bundle says of itself; throws for nothing in it. */
export const readBundle = (file: string): BundleRead => {
  const broken = (message: Text): BundleRead => ({
    kind: 'broken',
    complaints: [{ level: 'error', key: '', message }],
  })
  try {
    const bytes = bytesOf(file)
    const entries = unpackZip(bytes, { ...MANIFEST_LIMITS, only: MANIFEST })
    const [entry] = entries
    if (!entry) return broken(pluginFileText('no_manifest'))
    const { manifest, complaints } = readBundleManifest(
      parseBoundedJson(
        Buffer.from(entry.data)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      ),
    )
    return manifest
      ? { kind: 'bundle', bundle: { file, sha256: hashOf(bytes), manifest }, complaints }
      : { kind: 'broken', complaints }
  } catch (error) {
    if (error instanceof PluginError) return broken(error.localized)
    if (error instanceof SyntaxError) return broken(pluginFileText('manifest_json', { why: error.message }))
    throw error
  }
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const bytesOf = (file: string): Uint8Array => {
  const read = readPlainBytes(file, LIMITS.packedBytes)
  if ('problem' in read)
    throw new PluginError('failed', pluginText('bundle_unreadable', { file, problem: read.problem }))
  return read.bytes
}

/** The bundle that was looked at, unpacked once below `root`; answers where. Throws PluginError. */
export const unpackBundle = ({ file, sha256, manifest }: Bundle, root: string): string => {
  const target = join(root, sha256)
  if (existsSync(target)) return target
  const bytes = bytesOf(file)
  if (hashOf(bytes) !== sha256) throw new PluginError('refused', pluginText('bundle_changed', { file }))
  const fresh = `${target}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  try {
    unpackArchive(bytes, fresh)
    makeRunnable(manifest, fresh)
    renameSync(fresh, target)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return target
}

/** Whoever packed it may have had no such bit. */
const makeRunnable = ({ type, entryPoint, start, overrides }: BundleManifest, directory: string): void => {
  if (type !== 'binary') return
  const commands = [entryPoint, start.command, ...Object.values(overrides).map(({ command }) => command)]
  for (const command of commands) {
    const path = command?.replace(/^\$\{__dirname\}\//, '')
    if (path !== undefined && isInside(path) && existsSync(join(directory, path)))
      chmodSync(join(directory, path), 0o700)
  }
}
