import { area } from '../area.ts'

export const profileText = area('cli_profiles', {
  there: { en: 'There is a profile named {name} already.', zh: '已有名为 {name} 的配置档。' },
  created: {
    en: 'Profile {name} is ready. Its settings: {file}\nSign in: {own} auth login\nUse it: {own}',
    zh: '配置档 {name} 已建好。设置文件：{file}\n登录：{own} auth login\n使用：{own}',
  },
  none: {
    en: 'There are no profiles. Make one: capstan profile create <name>',
    zh: '还没有配置档。新建：capstan profile create <名称>',
  },
  row: { en: '{mark} {name}  {file}', zh: '{mark} {name}  {file}' },
  row_signed_in: { en: '{mark} {name}  {file} (signed in)', zh: '{mark} {name}  {file}（已登录）' },
})
