import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { PluginError } from '../plugin-error.ts'
import { unpackTar } from './unpack-tar.ts'
import { unpackZip } from './unpack-zip.ts'
import { LIMITS, tooMuch, writePacked } from './unpacked.ts'

/** Writes what a zip or tar archive holds below a fresh directory, or nothing of it. Throws PluginError. */
export const unpackArchive = (archive: Uint8Array, target: string, limits = LIMITS): void => {
  if (archive.length > limits.packedBytes) throw tooMuch('archive_too_large')
  const files =
    archive[0] === 0x50 && archive[1] === 0x4b ? unpackZip(archive, limits) : unpackTar(archive, limits)
  if (files.length === 0) throw new PluginError('failed', pluginText('archive_empty'))
  writePacked(files, target)
}
