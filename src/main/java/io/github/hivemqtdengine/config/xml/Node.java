// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Form.Doc;

/** Declaration of an element or an attribute. */
public sealed interface Node permits Setting, ElementType {

    String name();

    /** Returns the sentence that says what it is for. */
    Doc doc();

    /** Returns the version that had it first; empty for that of the element around it. */
    String since();

    /** Returns whether every file must have it. */
    boolean isRequired();

    /** Returns the same declaration for the defaults of routes: nothing is required, and nothing has a default. */
    Node inherited();
}
