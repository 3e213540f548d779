// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Form.Doc;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Declaration of an element that has attributes or elements.
 *
 * @param isRequired whether the element around it needs one
 * @param isRepeated whether the element around it may have several
 */
public record ElementType(String name, boolean isRequired, boolean isRepeated, Doc doc, String since, List<Node> nodes)
        implements Node {

    /** Declares an optional element; its attributes are first among the nodes, and in the order of the pages. */
    public static ElementType element(String name, String english, String chinese, Node... nodes) {
        return new ElementType(name, false, false, new Doc(english, chinese), "", List.of(nodes));
    }

    public ElementType required() {
        return new ElementType(name, true, isRepeated, doc, since, nodes);
    }

    public ElementType repeated() {
        return new ElementType(name, isRequired, true, doc, since, nodes);
    }

    /** Returns the same declaration with the version that had the element first. */
    public ElementType since(String version) {
        return new ElementType(name, isRequired, isRepeated, doc, version, nodes);
    }

    @Override
    public ElementType inherited() {
        return new ElementType(
                name,
                false,
                false,
                doc,
                since,
                nodes.stream().map(Node::inherited).toList());
    }

    public Stream<Setting<?>> attributes() {
        return settings().filter(Setting::isAttribute);
    }

    /** Returns the declarations of the elements in it. */
    public Stream<Node> children() {
        return nodes.stream().filter(node -> !(node instanceof Setting<?> setting && setting.isAttribute()));
    }

    private Stream<Setting<?>> settings() {
        return nodes.stream().<Setting<?>>mapMulti((node, found) -> {
            if (node instanceof Setting<?> setting) {
                found.accept(setting);
            }
        });
    }

    /** Returns the element below this one that has a path, as problems name it. */
    public Optional<ElementType> at(String path) {
        if (path.isEmpty()) {
            return Optional.of(this);
        }
        int slash = path.indexOf('/');
        var first = slash < 0 ? path : path.substring(0, slash);
        return nodes.stream()
                .filter(node -> node.name().equals(first))
                .flatMap(node -> node instanceof ElementType type ? Stream.of(type) : Stream.empty())
                .findFirst()
                .flatMap(type -> type.at(slash < 0 ? "" : path.substring(slash + 1)));
    }
}
