import { expect, test } from 'vitest'
import { sentence } from '../../../protocol/messages/permissions/allow-list.ts'
import { permissionText } from '../../../protocol/messages/permissions/permissions.ts'
import { loadWords } from './words.ts'

test('what a denial advises the model in plan mode is not shown to people, in any language', async () => {
  const file = '/home/me/.capstan/plans/a b.md'
  const reason = permissionText('plan_mode_edit_into_plan', { file })
  const { localize } = await loadWords('en')
  expect(localize(reason)).toBe('Plan mode does not allow edits')
  expect(localize(sentence(reason))).toBe('Plan mode does not allow edits.')
  expect((await loadWords('zh')).localize(reason)).toBe(`规划模式不允许修改文件，只能写入计划文件 ${file}`)
})
