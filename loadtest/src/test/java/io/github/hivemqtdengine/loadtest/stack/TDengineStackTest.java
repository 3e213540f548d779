// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import org.junit.jupiter.api.Tag;

@Tag("full")
class TDengineStackTest extends StackContract {

    @Override
    DatabaseChoice database() {
        Programs.needTDengine();
        return new DatabaseChoice.LocalTDengine();
    }
}
