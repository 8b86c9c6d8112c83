import { zhHansCheckout } from './checkout/zh-hans.ts';
import { zhHansEmails } from './emails/zh-hans.ts';
import type { Messages } from './messages.ts';
import { zhHansPortal } from './portal/zh-hans.ts';
import { zhHansReceipts } from './receipts/zh-hans.ts';

export const zhHans: Messages = {
  'common.optional': '选填',
  'common.tryAgain': '重试',
  'common.notLoaded': '此页面未完全加载，暂时无法使用。',
  'common.loadAgain': '重新加载',
  'common.copy': '复制{what}',
  'common.copied': '已复制',
  'common.copyShort': '复制',
  'common.copyByHand': '请手动选择并复制',
  'common.language': '语言',
  'common.theme': '外观',
  'common.theme.light': '浅色',
  'common.theme.dark': '深色',
  'common.theme.system': '跟随系统',
  'common.apply': '应用',
  'common.testMode': '测试模式',
  'common.demonstration': '演示',
  'common.noMoneyMoves': '不会产生真实扣款',
  'common.testClock': '测试时钟：{time}（UTC）',
  'common.soldBy': '由 {store} 销售。',
  'common.questions': '有疑问？请写信至 {email}',
  'common.goToStore': '前往 {store}',
  'common.backTo': '返回 {site}',
  'common.writeToStore': '联系商家',

  'tax.vat': '增值税',
  'tax.gst': 'GST',
  'tax.hst': 'HST',
  'tax.pst': 'PST',
  'tax.qst': 'QST',
  'tax.salesTax': '销售税',
  'tax.serviceTax': '服务税',
  'tax.consumptionTax': '消费税',

  ...zhHansCheckout,
  ...zhHansPortal,
  ...zhHansReceipts,
  ...zhHansEmails,
};
