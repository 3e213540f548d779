package io.github.hivemqtdengine.loadtest.stack;

import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;

class QuestDbStackTest extends StackContract {

    @Override
    DatabaseChoice database() {
        return new DatabaseChoice.EmbeddedQuestDb();
    }
}
