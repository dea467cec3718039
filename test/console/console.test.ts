/** Runs the parts of the console's tests on one service and in one browser. The last part lands more bars. */
import './every-page.ts';
import './question.ts';
import './plans.ts';
import './statistic.ts';
