import { area } from '../area.ts'

export const sdkHostText = area('sdk-host', {
  own_server: {
    en: '{tool} is a tool of your own server: call it yourself.',
    zh: '{tool} 是你自己的服务器的工具，请自行调用。',
  },
  tool_not_run: { en: 'The tool did not run: {reason}', zh: '工具未运行：{reason}' },
  not_readable: { en: '{path} may not be read: {reason}', zh: '不能读取 {path}：{reason}' },
  no_file: { en: 'There is no file {path}.', zh: '没有文件 {path}。' },
  no_title: { en: 'No title could be made: {reason}', zh: '无法生成标题：{reason}' },
  no_title_said: {
    en: 'No title could be made: the model said nothing.',
    zh: '无法生成标题：模型没有回答。',
  },
})
