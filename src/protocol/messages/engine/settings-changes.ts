import { area } from '../area.ts'

export const settingsText = area('settings-changes', {
  answer_not_saved: {
    en: '{problem} Your answer applies until the session ends.',
    zh: '{problem}你的选择在本会话内有效。',
  },
  change_not_saved: { en: '{problem} It applies until the session ends.', zh: '{problem}在本会话内有效。' },
  not_applied: { en: "Couldn't apply the changed settings: {reason}", zh: '无法应用更改后的设置：{reason}' },
  saved_locally: {
    en: 'Saved only for you: git ignores .capstan/{file} (.git/info/exclude).',
    zh: '仅为你保存：git 会忽略 .capstan/{file}（.git/info/exclude）。',
  },
  changed: {
    en: 'Settings changed: {files:list}. Rules, directories, hooks and variables apply now, the rest from the next start.',
    zh: '设置已更改：{files:list}。规则、目录、钩子和变量立即生效，其余下次启动时生效。',
  },
  changed_unapproved: {
    en: '{files} changed during the session. {changes} Nobody can approve it here.',
    zh: '{files} 在会话期间更改。{changes}此处无人可批准。',
  },
  previous_apply: {
    en: '{problem}. Its previous settings still apply.',
    zh: '{problem}。之前的设置仍然有效。',
  },
  hook_rejected: { en: 'A hook rejected the change to {file}', zh: '钩子拒绝了对 {file} 的更改' },
  hook_rejected_because: {
    en: 'A hook rejected the change to {file}: {reason}',
    zh: '钩子拒绝了对 {file} 的更改：{reason}',
  },
  now_apply: { en: 'The changed settings now apply: {files}.', zh: '更改后的设置已生效：{files}。' },
  not_approved: { en: "{changes} You didn't approve it.", zh: '{changes}你没有批准。' },
  loosen: {
    en: 'Part of the new settings allows more than before and applies only if you approve it: {changes}.',
    zh: '新设置的一部分比之前更宽松，批准后才生效：{changes}。',
  },
  answer_lost: {
    en: "Couldn't save your answer about changed settings: {reason}",
    zh: '无法保存你对更改设置的选择：{reason}',
  },
  mode_default: { en: '{reason} The mode is now default.', zh: '{reason}权限模式现为先询问模式。' },
  no_files: { en: 'This session has no settings files.', zh: '本会话没有设置文件。' },
  none: { en: 'This session has no settings.', zh: '本会话没有设置。' },
})
