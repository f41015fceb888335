import { readFileSync, rmSync, statSync } from 'node:fs'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { errorText } from '../../lib/error-text.ts'
import type { FindSecrets } from '../../lib/secrets/detect.ts'
import { redactText } from '../../lib/secrets/redact.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'

const says = modelTexts('redact_output', {
  failed: {
    en: 'The command ran, but its whole output could not be kept: taking secrets out of {path} failed ({why}). Run it again with less output if you need it.',
    zh: '命令已运行，但完整输出未能保存：从 {path} 中去除密钥失败（{why}）。如需要，请减少输出后重新运行。',
  },
})

const MAX_BYTES = 32 * 1024 * 1024

/**
 * Puts markers for the secrets in a file of kept output. Larger files stay as they are. A file that cannot be put
 * right is removed: what it was kept for is less than what it holds.
 */
export const redactFile = (path: string, find: FindSecrets): void => {
  try {
    if (statSync(path).size > MAX_BYTES) return
    // Byte for byte one character: whatever else is in the file comes out as it went in.
    const text = readFileSync(path, 'latin1')
    const clean = redactText(text, find)
    if (clean !== text) writeFileAtomically(path, Buffer.from(clean, 'latin1'), { mode: 0o600 })
  } catch (error) {
    rmSync(path, { force: true })
    throw new ToolError(says('failed', { path, why: errorText(error) }))
  }
}
