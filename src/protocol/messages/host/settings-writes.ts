import { area } from '../area.ts'

/** Changing a setting: what may not be set, and why a file was left as it is. */
export const settingsWriteText = area('settings-writes', {
  not_set_here: { en: '"{key}" cannot be set here. {how}', zh: '此处不能设置 "{key}"。{how}' },
  by_permissions: { en: 'Use /permissions and /add-dir.', zh: '请使用 /permissions 和 /add-dir。' },
  by_editing: {
    en: 'Edit the settings file; changes apply when you save it.',
    zh: '请编辑设置文件，保存即生效。',
  },
  by_editors: {
    en: 'Edit the settings file; only editors use it.',
    zh: '请编辑设置文件；只有编辑器使用它。',
  },
  by_plugin: {
    en: 'Use capstan plugin, or /plugin in an interactive session.',
    zh: '请使用 capstan plugin，或在交互会话中使用 /plugin。',
  },
  by_plugin_configure: { en: 'Use capstan plugin configure.', zh: '请使用 capstan plugin configure。' },
  by_mcp: { en: 'use "capstan mcp add"', zh: '请使用 "capstan mcp add"' },
  bad_value: { en: '"{key}": {problem}.', zh: '"{key}"：{problem}。' },
  bad_value_question: { en: '"{key}": {problem}', zh: '"{key}"：{problem}' },
  of_other_tools: {
    en: '"{key}" is known to other tools, with no effect here.',
    zh: '"{key}" 属于其他工具，在此无效。',
  },
  absent: {
    en: '"{key}" has no effect in Capstan. {why}.',
    zh: '"{key}" 在 Capstan 中不起作用。{why}。',
  },
  unknown: {
    en: 'There is no setting "{key}". /config lists those that are set.',
    zh: '没有设置 "{key}"。/config 列出已设置的项。',
  },
  managed_only: { en: '"{key}" only works in managed settings.', zh: '"{key}" 只能用于管理员设置。' },
  too_loose: {
    en: 'A project may not set "{key}" to this; put it in your user settings if you want it.',
    zh: '项目不能这样设置 "{key}"；如有需要请放入用户设置。',
  },
  not_written: { en: '{file} could not be written: {reason}', zh: '无法写入 {file}：{reason}' },
  held: { en: '{path} is held by {owner}.', zh: '{path} 正被{owner}占用。' },
  refused: { en: '{file} is not written: it {reason}.', zh: '未写入 {file}：{reason}。' },
  foreign: {
    en: 'belongs to another program and is only read here; use the file in .capstan instead',
    zh: '它属于其他程序，此处只读取；请改用 .capstan 中的文件',
  },
  link: {
    en: 'is a link, and a settings file of a folder must lie in the folder itself',
    zh: '它是链接，而文件夹的设置文件必须在文件夹本身之中',
  },
  unreadable: { en: '{problem}, so nothing was changed in it.', zh: '{problem}，未作更改。' },
  too_large: {
    en: '{file} would become too large, so nothing was changed.',
    zh: '{file} 会过大，未作更改。',
  },
  inexact: {
    en: '{file} was left as it is: the change could not be made without changing something else. Edit it by hand.',
    zh: '{file} 未更改：无法只改这一处。请手动编辑。',
  },
  invalid: {
    en: '{file} is not valid, so nothing was changed in it; correct it first. {problem}',
    zh: '{file} 无效，未作更改；请先修正。{problem}',
  },
  at_key: { en: '{key}: {problem}', zh: '{key}：{problem}' },
  the_file: { en: 'The file', zh: '文件' },
})
