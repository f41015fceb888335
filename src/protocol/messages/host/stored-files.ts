import type { FileDamage, MovedAside } from '../../../lib/files/stored-object.ts'
import { area } from '../area.ts'
import type { LocalizedText } from '../localized-text.ts'

/** Files in which the program keeps something, found damaged. Read at every start. */
export const storedFileText = area('stored-files', {
  file_is: { en: '{file} {state}', zh: '{file} {state}' },
  not_regular: { en: 'is not a regular file', zh: '不是普通文件' },
  too_large: { en: 'is far too large', zh: '过大' },
  not_utf8: { en: 'is not UTF-8 text', zh: '不是 UTF-8 文本' },
  dangling_link: { en: 'is a link to a file that is not there', zh: '是指向不存在文件的链接' },
  unreadable: { en: 'cannot be read ({detail})', zh: '无法读取（{detail}）' },
  empty: { en: 'is empty', zh: '为空' },
  not_json: { en: 'is not valid JSON', zh: '不是有效的 JSON' },
  not_object: { en: 'does not hold a JSON object', zh: '内容不是 JSON 对象' },
  too_deep: { en: 'is nested too deeply', zh: '嵌套过深' },
  key_twice: { en: 'holds a key twice', zh: '有重复的键' },
  other_content: { en: 'does not hold what it should', zh: '内容与预期不符' },
  other_owner: { en: 'belongs to another user ({detail})', zh: '属于其他用户（{detail}）' },
  writable_by_others: {
    en: 'is writable by others: fix it with chmod 600',
    zh: '可被其他人写入：请用 chmod 600 修复',
  },
  readable_by_others: {
    en: 'is readable by others: fix it with chmod 600',
    zh: '可被其他人读取：请用 chmod 600 修复',
  },
  kept_aside: {
    en: '{file} {state}. It was kept as {copy}, and a new file was started.',
    zh: '{file} {state}。已保留为 {copy}，并新建了文件。',
  },
  ignored: { en: '{file} {state}, so it is ignored.', zh: '{file} {state}，已忽略。' },
  no_credentials: {
    en: '{file} holds neither a key nor a server, so it is ignored.',
    zh: '{file} 中既没有密钥也没有服务器，已忽略。',
  },
  no_trust: { en: '{file} {state}, so no folder is trusted.', zh: '{file} {state}，因此不信任任何文件夹。' },
  repair: { en: '{state}: repair or remove it', zh: '{state}：请修复或删除' },
  nothing_changed: { en: '{problem} Nothing was changed.', zh: '{problem}未作更改。' },
})

/** Follows the name of the file: "is empty". */
export const damageState = ({ kind, detail = '' }: FileDamage): LocalizedText => {
  switch (kind) {
    case 'unreadable':
    case 'other_owner':
      return storedFileText(kind, { detail })
    default:
      return storedFileText(kind)
  }
}

export const movedAsideText = ({ path, damage, copy }: MovedAside): LocalizedText =>
  storedFileText('kept_aside', { file: path, state: damageState(damage), copy })
