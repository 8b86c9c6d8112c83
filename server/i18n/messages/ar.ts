/**
 * Names and numbers that run left to right are isolated (U+2066 or U+2068, and U+2069), so that the Arabic text keeps
 * its order. Email subjects are not: some mail programs show the characters.
 */
import { arCheckout } from './checkout/ar.ts';
import { arEmails } from './emails/ar.ts';
import type { Messages } from './messages.ts';
import { arPortal } from './portal/ar.ts';
import { arReceipts } from './receipts/ar.ts';

export const ar: Messages = {
  'common.optional': 'اختياري',
  'common.tryAgain': 'إعادة المحاولة',
  'common.notLoaded': 'لم تُحمَّل هذه الصفحة بالكامل، لذا لا يمكن استخدامها بعد.',
  'common.loadAgain': 'إعادة التحميل',
  'common.copy': 'نسخ {what}',
  'common.copied': 'تم النسخ',
  'common.copyShort': 'نسخ',
  'common.copyByHand': 'حدِّد النص وانسخه يدويًا',
  'common.language': 'اللغة',
  'common.theme': 'المظهر',
  'common.theme.light': 'فاتح',
  'common.theme.dark': 'داكن',
  'common.theme.system': 'النظام',
  'common.apply': 'تطبيق',
  'common.testMode': 'وضع الاختبار',
  'common.demonstration': 'عرض تجريبي',
  'common.noMoneyMoves': 'لا تُخصم أي مبالغ حقيقية',
  'common.testClock': 'ساعة الاختبار: \u2068{time}\u2069 (UTC)',
  'common.soldBy': 'البائع: \u2068{store}\u2069.',
  'common.questions': 'هل لديك أسئلة؟ راسلنا على \u2068{email}\u2069',
  'common.goToStore': 'الانتقال إلى \u2068{store}\u2069',
  'common.backTo': 'العودة إلى \u2068{site}\u2069',
  'common.writeToStore': 'التواصل مع المتجر',

  'tax.vat': 'ضريبة القيمة المضافة',
  'tax.gst': 'GST',
  'tax.hst': 'HST',
  'tax.pst': 'PST',
  'tax.qst': 'QST',
  'tax.salesTax': 'ضريبة المبيعات',
  'tax.serviceTax': 'ضريبة الخدمات',
  'tax.consumptionTax': 'ضريبة الاستهلاك',

  ...arCheckout,
  ...arPortal,
  ...arReceipts,
  ...arEmails,
};
