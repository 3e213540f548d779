package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import org.junit.jupiter.api.Assumptions;

class TDengineStackTest extends StackContract {

    @Override
    DatabaseChoice database() {
        if (!Stack.hasLocalTDengine()) {
            var why = "SKIPPED: taosd and taosadapter are not on the PATH";
            System.err.println(why);
            Assumptions.abort(why);
        }
        return new DatabaseChoice.LocalTDengine();
    }
}
