@NullMarked
package io.github.hivemqtdengine.jdbc;

import org.jspecify.annotations.NullMarked;
