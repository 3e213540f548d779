/** QuestDB dialect over the PostgreSQL wire. */
@NullMarked
package io.github.hivemqtdengine.jdbc.questdb;

import org.jspecify.annotations.NullMarked;
